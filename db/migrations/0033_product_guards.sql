-- Row security forced, for the tables of the goods.
ALTER TABLE "shop" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "product_type" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "product" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "product_variant" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "visit_product" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "shipping_type" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "promotion" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "discount_code" FORCE ROW LEVEL SECURITY;
