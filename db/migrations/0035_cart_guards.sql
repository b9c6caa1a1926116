-- Row security forced, for the tables of carts and orders.
ALTER TABLE "cart" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "receipt" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "payment_attempt" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "order_counter" FORCE ROW LEVEL SECURITY;
