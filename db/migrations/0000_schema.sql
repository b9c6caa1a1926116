CREATE TABLE "cart" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"guest_id" text,
	"secret_hash" text,
	"items" jsonb NOT NULL,
	"notice" jsonb,
	"receipt_id" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cart_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "cart_guest" UNIQUE("tenant_id","guest_id"),
	CONSTRAINT "cart_secret" UNIQUE("tenant_id","secret_hash"),
	CONSTRAINT "cart_owner" CHECK (("cart"."guest_id" is null) <> ("cart"."secret_hash" is null))
);
--> statement-breakpoint
ALTER TABLE "cart" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "receipt" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"guest_id" text,
	"secret_hash" text,
	"link_hash" text NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"order_number" integer,
	"items" jsonb NOT NULL,
	"customer" jsonb NOT NULL,
	"shipping" jsonb,
	"pickup_locations" jsonb NOT NULL,
	"discounts" jsonb NOT NULL,
	"payment_method" text NOT NULL,
	"email" text,
	"mobile" text,
	"vat" jsonb NOT NULL,
	"total" bigint NOT NULL,
	"currency" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"dispatched_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "receipt_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "receipt_order_number" UNIQUE("tenant_id","order_number"),
	CONSTRAINT "receipt_link" UNIQUE("tenant_id","link_hash"),
	CONSTRAINT "receipt_status" CHECK ("receipt"."status" in ('PENDING', 'PENDING_COLLECT_INTENTS', 'PAID', 'canceled')
        and ("receipt"."order_number" is null) = ("receipt"."settled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "receipt" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"password_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "account_provider" UNIQUE("tenant_id","provider_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "account" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "action_code" (
	"tenant_id" text NOT NULL,
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"guest_id" text,
	"data" jsonb NOT NULL,
	"browser_hash" text,
	"uses_left" integer NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "action_code_tenant_id_hash_pk" PRIMARY KEY("tenant_id","hash"),
	CONSTRAINT "action_code_uses" CHECK ("action_code"."uses_left" >= 0)
);
--> statement-breakpoint
ALTER TABLE "action_code" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "avatar" (
	"tenant_id" text NOT NULL,
	"guest_id" text NOT NULL,
	"version" text NOT NULL,
	"webp" "bytea" NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "avatar_tenant_id_guest_id_pk" PRIMARY KEY("tenant_id","guest_id")
);
--> statement-breakpoint
ALTER TABLE "avatar" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "known_browser" (
	"tenant_id" text NOT NULL,
	"guest_id" text NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browser_tenant_id_guest_id_hash_pk" PRIMARY KEY("tenant_id","guest_id","hash")
);
--> statement-breakpoint
ALTER TABLE "known_browser" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "guest" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"email_verified_elsewhere" boolean DEFAULT false NOT NULL,
	"mobile_verified" boolean DEFAULT false NOT NULL,
	"mobile_verified_at" timestamp (3) with time zone,
	"firstname" text DEFAULT '' NOT NULL,
	"lastname" text DEFAULT '' NOT NULL,
	"mobile" text,
	"country_code" text,
	"dial_code" text,
	"address" text,
	"city" text,
	"postalcode" text,
	"preferred_language" text,
	"avatar" text,
	"terms_accepted_at" timestamp (3) with time zone,
	"marketing_accepted_at" timestamp (3) with time zone,
	"notifications" jsonb,
	"time_zone" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "guest" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invite" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"prefill" jsonb NOT NULL,
	"outcome" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "invite_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "invite" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "passkey" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkey_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "passkey_credential" UNIQUE("tenant_id","credential_id")
);
--> statement-breakpoint
ALTER TABLE "passkey" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "session" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "session_token" UNIQUE("tenant_id","token")
);
--> statement-breakpoint
ALTER TABLE "session" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"ics" text,
	"ics_method" text,
	"unsubscribe" text,
	"secret" boolean DEFAULT false NOT NULL,
	"wipe_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mail_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "mail_key" UNIQUE("tenant_id","key")
);
--> statement-breakpoint
ALTER TABLE "mail" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"to" text NOT NULL,
	"text" text NOT NULL,
	"segments" integer NOT NULL,
	"secret" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "sms_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sms_key" UNIQUE("tenant_id","key"),
	CONSTRAINT "sms_state" CHECK ("sms"."state" in ('waiting', 'sending', 'sent', 'delivered', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "sms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"guest_id" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"waitlist" text,
	"waitlist_handle" text,
	"destination" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"key" text,
	"messages" jsonb,
	"pending" boolean DEFAULT false NOT NULL,
	"useful_until" timestamp (3) with time zone,
	"loud_from" timestamp (3) with time zone,
	"urgent" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notification_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "notification_key" UNIQUE("tenant_id","key"),
	CONSTRAINT "notification_type" CHECK ("notification"."type" in ('cancellation', 'waitlistOpening', 'bookingChanged', 'new_booking_confirmation',
        'reminder', 'success', 'af'))
);
--> statement-breakpoint
ALTER TABLE "notification" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_delivery" (
	"tenant_id" text NOT NULL,
	"notification_id" uuid NOT NULL,
	"rung" text NOT NULL,
	"outcome" text,
	"attempts" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_delivery_tenant_id_notification_id_rung_pk" PRIMARY KEY("tenant_id","notification_id","rung"),
	CONSTRAINT "notification_delivery_rung" CHECK ("notification_delivery"."rung" in ('push', 'sms', 'mail')),
	CONSTRAINT "notification_delivery_outcome" CHECK ("notification_delivery"."outcome" in ('ok', 'none', 'refused', 'limit', 'failed', 'uncertain', 'slow'))
);
--> statement-breakpoint
ALTER TABLE "notification_delivery" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"html" text NOT NULL,
	"destination" text NOT NULL,
	"start" timestamp (3) with time zone,
	"services" jsonb NOT NULL,
	"waitlist" text,
	"waitlist_handle" text,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "message_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "message" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page" (
	"tenant_id" text NOT NULL,
	"parent_id" text DEFAULT '' NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"date" date,
	"order" integer NOT NULL,
	"menu" boolean DEFAULT true NOT NULL,
	"footer" boolean DEFAULT false NOT NULL,
	"blocks" jsonb NOT NULL,
	"languages" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"image_sizes" jsonb NOT NULL,
	"updated" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "page_tenant_id_parent_id_id_pk" PRIMARY KEY("tenant_id","parent_id","id")
);
--> statement-breakpoint
ALTER TABLE "page" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "picture" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"original" "bytea" NOT NULL,
	CONSTRAINT "picture_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "picture_size" CHECK ("picture"."width" > 0 and "picture"."height" > 0)
);
--> statement-breakpoint
ALTER TABLE "picture" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "picture_variant" (
	"tenant_id" text NOT NULL,
	"picture_id" text NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "picture_variant_tenant_id_picture_id_width_format_pk" PRIMARY KEY("tenant_id","picture_id","width","format")
);
--> statement-breakpoint
ALTER TABLE "picture_variant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_counter" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_counter" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_account" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"sealed" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_account" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_attempt" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"receipt_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"state" text NOT NULL,
	"end_reason" text,
	"flag" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"content" jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"held" jsonb,
	"address_hash" text,
	"redirect_url" text,
	"return_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"return_hash" text NOT NULL,
	"analytics_client_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"reserved_until" timestamp (3) with time zone,
	"warned_at" timestamp (3) with time zone,
	"captured_amount" bigint DEFAULT 0 NOT NULL,
	"cancelled_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_attempt_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "payment_attempt_reference" UNIQUE("tenant_id","reference"),
	CONSTRAINT "payment_attempt_number" UNIQUE("tenant_id","receipt_id","number"),
	CONSTRAINT "payment_attempt_return" UNIQUE("tenant_id","return_hash"),
	CONSTRAINT "payment_attempt_state" CHECK ("payment_attempt"."state" in ('open', 'settled', 'ended') and ("payment_attempt"."state" = 'open') = ("payment_attempt"."ended_at" is null)
        and ("payment_attempt"."state" = 'ended') = ("payment_attempt"."end_reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "payment_attempt" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_operation" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"pieces" jsonb,
	"code" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "payment_operation_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "payment_operation_state" CHECK ("payment_operation"."kind" in ('capture', 'cancel', 'refund') and "payment_operation"."state" in ('pending', 'done', 'failed')
        and ("payment_operation"."state" = 'pending') = ("payment_operation"."done_at" is null) and "payment_operation"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_operation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "photo" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"guest_id" text NOT NULL,
	"visit_id" uuid,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"consent_at" timestamp (3) with time zone,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"large" "bytea" NOT NULL,
	"small" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photo_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "photo_size" CHECK ("photo"."width" between 1 and 2048 and "photo"."height" between 1 and 2048)
);
--> statement-breakpoint
ALTER TABLE "photo" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"type_id" text NOT NULL,
	"name" text NOT NULL,
	"display_name" text,
	"brand_name" text,
	"description" text NOT NULL,
	"pictures" jsonb NOT NULL,
	"image_sizes" jsonb NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "product_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "product" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_type" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "product_type_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "product_type" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_variant" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"product_id" text NOT NULL,
	"position" integer NOT NULL,
	"size" text NOT NULL,
	"price" integer NOT NULL,
	"stock" integer,
	"imported_stock" integer,
	"exported_stock" integer,
	"active" boolean NOT NULL,
	CONSTRAINT "product_variant_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "product_variant_stock" CHECK ("product_variant"."stock" >= 0)
);
--> statement-breakpoint
ALTER TABLE "product_variant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shop" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"stock_version" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shop" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_product" (
	"tenant_id" text NOT NULL,
	"visit_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"variant_id" text NOT NULL,
	"product_id" text NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"brand_name" text,
	"size" text NOT NULL,
	"quantity" integer NOT NULL,
	"price" integer NOT NULL,
	CONSTRAINT "visit_product_tenant_id_visit_id_position_pk" PRIMARY KEY("tenant_id","visit_id","position"),
	CONSTRAINT "visit_product_quantity" CHECK ("visit_product"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "visit_product" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "discount_code" (
	"tenant_id" text NOT NULL,
	"code" text NOT NULL,
	"promotion_id" text NOT NULL,
	"position" integer NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "discount_code_tenant_id_code_pk" PRIMARY KEY("tenant_id","code")
);
--> statement-breakpoint
ALTER TABLE "discount_code" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "promotion" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"amount" integer,
	"percent" numeric,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"from_date" date,
	"until_date" date,
	"first_purchase" boolean NOT NULL,
	"minimum" integer,
	"active" boolean NOT NULL,
	CONSTRAINT "promotion_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "promotion_kind" CHECK ("promotion"."kind" in ('amount', 'percent', 'freeShipping') and ("promotion"."kind" = 'amount') = ("promotion"."amount" is not null)
        and ("promotion"."kind" = 'percent') = ("promotion"."percent" is not null)),
	CONSTRAINT "promotion_uses" CHECK ("promotion"."uses" >= 0)
);
--> statement-breakpoint
ALTER TABLE "promotion" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"tenant_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"guest_id" text NOT NULL,
	"session_id" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"renewed_at" timestamp (3) with time zone NOT NULL,
	"paused_until" timestamp (3) with time zone,
	CONSTRAINT "push_subscription_tenant_id_endpoint_pk" PRIMARY KEY("tenant_id","endpoint"),
	CONSTRAINT "push_subscription_session" UNIQUE("tenant_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "push_subscription" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "open_stream" (
	"key" text NOT NULL,
	"process" text NOT NULL,
	"streams" integer NOT NULL,
	"expires" bigint NOT NULL,
	CONSTRAINT "open_stream_key_process_pk" PRIMARY KEY("key","process")
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"last_attempt" bigint
);
--> statement-breakpoint
CREATE TABLE "absence" (
	"tenant_id" text NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"from" text NOT NULL,
	"until" text NOT NULL,
	"reason" text,
	"origin" text,
	CONSTRAINT "absence_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "absence_origin" CHECK ("absence"."origin" in ('file', 'command', 'desk'))
);
--> statement-breakpoint
ALTER TABLE "absence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "day_hours" (
	"tenant_id" text NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"date" date NOT NULL,
	"hours" jsonb NOT NULL,
	"members" text[],
	"reason" text,
	"origin" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "day_hours_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "day_hours_origin" CHECK ("day_hours"."origin" in ('file', 'command', 'desk'))
);
--> statement-breakpoint
ALTER TABLE "day_hours" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "member" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"displayname" text,
	"role" text,
	"bio" text,
	"avatar" text,
	"active" boolean NOT NULL,
	"hours" jsonb NOT NULL,
	CONSTRAINT "member_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "member" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "service" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"svctype" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"weight" integer NOT NULL,
	"active" boolean NOT NULL,
	"price" integer NOT NULL,
	"fromprice" boolean NOT NULL,
	"duration" integer NOT NULL,
	"buffer_before" integer NOT NULL,
	"buffer_after" integer NOT NULL,
	"processing_after" integer,
	"processing_minutes" integer,
	"pre_visit" text,
	"picture" jsonb,
	"only_member" boolean NOT NULL,
	CONSTRAINT "service_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "service" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "service_member" (
	"tenant_id" text NOT NULL,
	"service_id" text NOT NULL,
	"member_id" text NOT NULL,
	"price" integer,
	"price_active" boolean DEFAULT false NOT NULL,
	CONSTRAINT "service_member_tenant_id_service_id_member_id_pk" PRIMARY KEY("tenant_id","service_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "service_member" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "service_type" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"svctype" text NOT NULL,
	"weight" integer NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "service_type_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "service_type" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shipping_type" (
	"tenant_id" text NOT NULL,
	"type" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"price" integer NOT NULL,
	"countries" jsonb NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "shipping_type_tenant_id_type_pk" PRIMARY KEY("tenant_id","type")
);
--> statement-breakpoint
ALTER TABLE "shipping_type" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "submission" (
	"tenant_id" text NOT NULL,
	"hash" text NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	CONSTRAINT "submission_tenant_id_hash_pk" PRIMARY KEY("tenant_id","hash")
);
--> statement-breakpoint
ALTER TABLE "submission" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"rules" jsonb NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "finance" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"currency" text,
	"currency_symbol" text,
	"vat_percent" numeric NOT NULL,
	"prices_include" text DEFAULT 'none' NOT NULL,
	"late_fee" jsonb NOT NULL,
	CONSTRAINT "finance_prices_include" CHECK ("finance"."prices_include" in ('vat', 'none'))
);
--> statement-breakpoint
ALTER TABLE "finance" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenant" (
	"id" text PRIMARY KEY NOT NULL,
	"firstpath" text,
	"vanity_host" text,
	"profile" jsonb NOT NULL,
	"words" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"content_version" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "tenant_firstpath_unique" UNIQUE("firstpath"),
	CONSTRAINT "tenant_vanity_host_unique" UNIQUE("vanity_host")
);
--> statement-breakpoint
CREATE TABLE "translation" (
	"tenant_id" text NOT NULL,
	"hash" text NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"provider" text NOT NULL,
	"words" text,
	"characters" integer NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "translation_tenant_id_hash_source_target_provider_pk" PRIMARY KEY("tenant_id","hash","source","target","provider")
);
--> statement-breakpoint
ALTER TABLE "translation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "segment" (
	"tenant_id" text NOT NULL,
	"visit_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"service_id" text NOT NULL,
	"member_id" text NOT NULL,
	"anyone" boolean DEFAULT false NOT NULL,
	"service_name" text NOT NULL,
	"price" integer NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone NOT NULL,
	"busy" "tstzmultirange" NOT NULL,
	"taken" boolean DEFAULT true NOT NULL,
	CONSTRAINT "segment_tenant_id_visit_id_position_pk" PRIMARY KEY("tenant_id","visit_id","position"),
	CONSTRAINT "segment_reach" CHECK (lower("segment"."busy") >= "segment"."start" - interval '24 hours' and upper("segment"."busy") <= "segment"."start" + interval '48 hours')
);
--> statement-breakpoint
ALTER TABLE "segment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"held_for" text DEFAULT 'guest' NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone NOT NULL,
	"guest_id" text,
	"owner_hash" text,
	"handle_hash" text NOT NULL,
	"cancel_hash" text NOT NULL,
	"owner_is_new" boolean DEFAULT false NOT NULL,
	"address_hash" text,
	"contact" jsonb,
	"visitor" text,
	"note" text,
	"currency" text NOT NULL,
	"price" integer NOT NULL,
	"paid" integer DEFAULT 0 NOT NULL,
	"fee" integer DEFAULT 0 NOT NULL,
	"moved_late_fee" integer,
	"moves" integer DEFAULT 0 NOT NULL,
	"changed_from" jsonb,
	"refunded" integer DEFAULT 0 NOT NULL,
	"hold_until" timestamp (3) with time zone,
	"prolonged" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"booked_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	CONSTRAINT "visit_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "visit_handle" UNIQUE("tenant_id","handle_hash"),
	CONSTRAINT "visit_cancel" UNIQUE("tenant_id","cancel_hash"),
	CONSTRAINT "visit_state" CHECK ("visit"."state" in ('held', 'booked', 'cancelled')),
	CONSTRAINT "visit_held_for" CHECK ("visit"."held_for" in ('guest', 'queue', 'offer')),
	CONSTRAINT "visit_hold_until" CHECK (("visit"."state" = 'held') = ("visit"."hold_until" is not null)),
	CONSTRAINT "visit_amounts" CHECK ("visit"."paid" >= 0 and "visit"."fee" >= 0 and "visit"."refunded" between 0 and "visit"."paid"),
	CONSTRAINT "visit_moves" CHECK ("visit"."moves" >= 0 and "visit"."moved_late_fee" >= 0)
);
--> statement-breakpoint
ALTER TABLE "visit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "waitlist_change" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"event" text NOT NULL,
	"by" text NOT NULL,
	"from" text,
	"to" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "waitlist_change_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "waitlist_change" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "waitlist_entry" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"rank" numeric NOT NULL,
	"guest_id" text,
	"contact" jsonb,
	"handle_hash" text NOT NULL,
	"leave_hash" text NOT NULL,
	"extend_hash" text NOT NULL,
	"confirm_hash" text NOT NULL,
	"services" text[] NOT NULL,
	"members" text[],
	"windows" jsonb NOT NULL,
	"notice_minutes" integer NOT NULL,
	"at_night" boolean NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"passed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "waitlist_entry_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "waitlist_entry_handle" UNIQUE("tenant_id","handle_hash"),
	CONSTRAINT "waitlist_entry_leave" UNIQUE("tenant_id","leave_hash"),
	CONSTRAINT "waitlist_entry_extend" UNIQUE("tenant_id","extend_hash"),
	CONSTRAINT "waitlist_entry_confirm" UNIQUE("tenant_id","confirm_hash"),
	CONSTRAINT "waitlist_entry_state" CHECK ("waitlist_entry"."state" in ('waiting', 'paused', 'offered', 'booked', 'left', 'ended')),
	CONSTRAINT "waitlist_entry_owner" CHECK ("waitlist_entry"."guest_id" is not null or "waitlist_entry"."contact" is not null or "waitlist_entry"."state" in ('booked', 'left', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "waitlist_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "waitlist_offer" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"state" text NOT NULL,
	"visit_id" uuid,
	"message_hash" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone NOT NULL,
	"price" integer NOT NULL,
	"currency" text NOT NULL,
	"segments" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"compensated" boolean DEFAULT false NOT NULL,
	CONSTRAINT "waitlist_offer_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "waitlist_offer_message" UNIQUE("tenant_id","message_hash"),
	CONSTRAINT "waitlist_offer_visit" UNIQUE("tenant_id","visit_id"),
	CONSTRAINT "waitlist_offer_state" CHECK ("waitlist_offer"."state" in ('open', 'accepted', 'declined', 'expired', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "waitlist_offer" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_tenant_id_user_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_code" ADD CONSTRAINT "action_code_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_code" ADD CONSTRAINT "action_code_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatar" ADD CONSTRAINT "avatar_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browser" ADD CONSTRAINT "known_browser_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest" ADD CONSTRAINT "guest_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite" ADD CONSTRAINT "invite_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_tenant_id_user_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_tenant_id_user_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms" ADD CONSTRAINT "sms_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_tenant_id_notification_id_notification_tenant_id_id_fk" FOREIGN KEY ("tenant_id","notification_id") REFERENCES "public"."notification"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page" ADD CONSTRAINT "page_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture" ADD CONSTRAINT "picture_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_variant" ADD CONSTRAINT "picture_variant_tenant_id_picture_id_picture_tenant_id_id_fk" FOREIGN KEY ("tenant_id","picture_id") REFERENCES "public"."picture"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_counter" ADD CONSTRAINT "order_counter_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_account" ADD CONSTRAINT "payment_account_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_tenant_id_receipt_id_receipt_tenant_id_id_fk" FOREIGN KEY ("tenant_id","receipt_id") REFERENCES "public"."receipt"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_operation" ADD CONSTRAINT "payment_operation_tenant_id_attempt_id_payment_attempt_tenant_id_id_fk" FOREIGN KEY ("tenant_id","attempt_id") REFERENCES "public"."payment_attempt"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo" ADD CONSTRAINT "photo_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo" ADD CONSTRAINT "photo_tenant_id_visit_id_visit_tenant_id_id_fk" FOREIGN KEY ("tenant_id","visit_id") REFERENCES "public"."visit"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_tenant_id_type_id_product_type_tenant_id_id_fk" FOREIGN KEY ("tenant_id","type_id") REFERENCES "public"."product_type"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_type" ADD CONSTRAINT "product_type_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variant" ADD CONSTRAINT "product_variant_tenant_id_product_id_product_tenant_id_id_fk" FOREIGN KEY ("tenant_id","product_id") REFERENCES "public"."product"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_product" ADD CONSTRAINT "visit_product_tenant_id_visit_id_visit_tenant_id_id_fk" FOREIGN KEY ("tenant_id","visit_id") REFERENCES "public"."visit"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_tenant_id_promotion_id_promotion_tenant_id_id_fk" FOREIGN KEY ("tenant_id","promotion_id") REFERENCES "public"."promotion"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_tenant_id_session_id_session_tenant_id_id_fk" FOREIGN KEY ("tenant_id","session_id") REFERENCES "public"."session"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absence" ADD CONSTRAINT "absence_tenant_id_member_id_member_tenant_id_id_fk" FOREIGN KEY ("tenant_id","member_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_hours" ADD CONSTRAINT "day_hours_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service" ADD CONSTRAINT "service_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service" ADD CONSTRAINT "service_tenant_id_svctype_service_type_tenant_id_id_fk" FOREIGN KEY ("tenant_id","svctype") REFERENCES "public"."service_type"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_member" ADD CONSTRAINT "service_member_tenant_id_service_id_service_tenant_id_id_fk" FOREIGN KEY ("tenant_id","service_id") REFERENCES "public"."service"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_member" ADD CONSTRAINT "service_member_tenant_id_member_id_member_tenant_id_id_fk" FOREIGN KEY ("tenant_id","member_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_type" ADD CONSTRAINT "service_type_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_type" ADD CONSTRAINT "shipping_type_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar" ADD CONSTRAINT "calendar_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finance" ADD CONSTRAINT "finance_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation" ADD CONSTRAINT "translation_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_tenant_id_visit_id_visit_tenant_id_id_fk" FOREIGN KEY ("tenant_id","visit_id") REFERENCES "public"."visit"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_tenant_id_member_id_member_tenant_id_id_fk" FOREIGN KEY ("tenant_id","member_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_tenant_id_service_id_service_tenant_id_id_fk" FOREIGN KEY ("tenant_id","service_id") REFERENCES "public"."service"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_change" ADD CONSTRAINT "waitlist_change_tenant_id_entry_id_waitlist_entry_tenant_id_id_fk" FOREIGN KEY ("tenant_id","entry_id") REFERENCES "public"."waitlist_entry"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entry" ADD CONSTRAINT "waitlist_entry_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entry" ADD CONSTRAINT "waitlist_entry_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offer" ADD CONSTRAINT "waitlist_offer_tenant_id_entry_id_waitlist_entry_tenant_id_id_fk" FOREIGN KEY ("tenant_id","entry_id") REFERENCES "public"."waitlist_entry"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_receipt" ON "cart" USING btree ("tenant_id","receipt_id");--> statement-breakpoint
CREATE INDEX "cart_updated" ON "cart" USING btree ("tenant_id","updated_at");--> statement-breakpoint
CREATE INDEX "receipt_guest" ON "receipt" USING btree ("tenant_id","guest_id","settled_at");--> statement-breakpoint
CREATE INDEX "receipt_email" ON "receipt" USING btree ("tenant_id","email");--> statement-breakpoint
CREATE INDEX "receipt_mobile" ON "receipt" USING btree ("tenant_id","mobile");--> statement-breakpoint
CREATE INDEX "action_code_guest" ON "action_code" USING btree ("tenant_id","guest_id","kind");--> statement-breakpoint
CREATE INDEX "action_code_end" ON "action_code" USING btree ("tenant_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "guest_email" ON "guest" USING btree ("tenant_id","email");--> statement-breakpoint
CREATE INDEX "mail_wipe" ON "mail" USING btree ("tenant_id","wipe_at") WHERE wipe_at is not null;--> statement-breakpoint
CREATE INDEX "sms_day" ON "sms" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "sms_secret" ON "sms" USING btree ("tenant_id","created_at") WHERE secret and text <> '';--> statement-breakpoint
CREATE INDEX "notification_guest" ON "notification" USING btree ("tenant_id","guest_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_pending" ON "notification" USING btree ("tenant_id","created_at") WHERE pending;--> statement-breakpoint
CREATE INDEX "notification_messages" ON "notification" USING btree ("tenant_id","useful_until") WHERE messages is not null;--> statement-breakpoint
CREATE INDEX "message_destination" ON "message" USING btree ("tenant_id","destination");--> statement-breakpoint
CREATE INDEX "message_end" ON "message" USING btree ("tenant_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempt_open" ON "payment_attempt" USING btree ("tenant_id","receipt_id") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempt_settled" ON "payment_attempt" USING btree ("tenant_id","receipt_id") WHERE state = 'settled';--> statement-breakpoint
CREATE INDEX "payment_attempt_created" ON "payment_attempt" USING btree ("tenant_id","state","created_at");--> statement-breakpoint
CREATE INDEX "payment_attempt_address" ON "payment_attempt" USING btree ("tenant_id","address_hash","ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_operation_once" ON "payment_operation" USING btree ("tenant_id","attempt_id","kind") WHERE kind <> 'refund' and state <> 'failed';--> statement-breakpoint
CREATE INDEX "payment_operation_attempt" ON "payment_operation" USING btree ("tenant_id","attempt_id");--> statement-breakpoint
CREATE INDEX "payment_operation_state" ON "payment_operation" USING btree ("tenant_id","state","created_at");--> statement-breakpoint
CREATE INDEX "photo_guest" ON "photo" USING btree ("tenant_id","guest_id","taken_at");--> statement-breakpoint
CREATE INDEX "photo_visit" ON "photo" USING btree ("tenant_id","visit_id");--> statement-breakpoint
CREATE INDEX "product_variant_product" ON "product_variant" USING btree ("tenant_id","product_id","position");--> statement-breakpoint
CREATE INDEX "discount_code_promotion" ON "discount_code" USING btree ("tenant_id","promotion_id");--> statement-breakpoint
CREATE INDEX "push_subscription_guest" ON "push_subscription" USING btree ("tenant_id","guest_id","renewed_at");--> statement-breakpoint
CREATE INDEX "open_stream_process" ON "open_stream" USING btree ("process");--> statement-breakpoint
CREATE INDEX "rate_limit_expire" ON "rate_limit" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "absence_member" ON "absence" USING btree ("tenant_id","member_id","until");--> statement-breakpoint
CREATE INDEX "day_hours_date" ON "day_hours" USING btree ("tenant_id","date");--> statement-breakpoint
CREATE INDEX "translation_asked" ON "translation" USING btree ("tenant_id","asked_at");--> statement-breakpoint
CREATE INDEX "segment_start" ON "segment" USING btree ("tenant_id","member_id","start");--> statement-breakpoint
CREATE INDEX "visit_guest" ON "visit" USING btree ("tenant_id","guest_id","start");--> statement-breakpoint
CREATE INDEX "visit_typed" ON "visit" USING btree ("tenant_id","end") WHERE guest_id is not null and contact is not null;--> statement-breakpoint
CREATE INDEX "visit_hold" ON "visit" USING btree ("tenant_id","hold_until") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "waitlist_change_entry" ON "waitlist_change" USING btree ("tenant_id","entry_id","at");--> statement-breakpoint
CREATE INDEX "waitlist_entry_guest" ON "waitlist_entry" USING btree ("tenant_id","guest_id");--> statement-breakpoint
CREATE INDEX "waitlist_entry_open" ON "waitlist_entry" USING btree ("tenant_id","rank") WHERE state in ('waiting', 'paused', 'offered');--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_offer_single" ON "waitlist_offer" USING btree ("tenant_id","entry_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "waitlist_offer_entry" ON "waitlist_offer" USING btree ("tenant_id","entry_id","start");--> statement-breakpoint
CREATE INDEX "waitlist_offer_open" ON "waitlist_offer" USING btree ("tenant_id","expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE POLICY "cart_own" ON "cart" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "receipt_own" ON "receipt" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "account_own" ON "account" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "action_code_own" ON "action_code" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "avatar_own" ON "avatar" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "known_browser_own" ON "known_browser" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "guest_own" ON "guest" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "invite_own" ON "invite" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "passkey_own" ON "passkey" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "session_own" ON "session" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "mail_own" ON "mail" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "sms_own" ON "sms" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "notification_own" ON "notification" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "notification_delivery_own" ON "notification_delivery" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "message_own" ON "message" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "page_own" ON "page" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "picture_own" ON "picture" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "picture_variant_own" ON "picture_variant" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "order_counter_own" ON "order_counter" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "payment_account_own" ON "payment_account" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "payment_attempt_own" ON "payment_attempt" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "payment_operation_own" ON "payment_operation" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "photo_own" ON "photo" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "product_own" ON "product" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "product_type_own" ON "product_type" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "product_variant_own" ON "product_variant" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "shop_own" ON "shop" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "visit_product_own" ON "visit_product" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "discount_code_own" ON "discount_code" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "promotion_own" ON "promotion" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "push_subscription_own" ON "push_subscription" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "absence_own" ON "absence" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "day_hours_own" ON "day_hours" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "member_own" ON "member" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "service_own" ON "service" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "service_member_own" ON "service_member" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "service_type_own" ON "service_type" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "shipping_type_own" ON "shipping_type" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "submission_own" ON "submission" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "calendar_own" ON "calendar" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "finance_own" ON "finance" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "translation_own" ON "translation" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "segment_own" ON "segment" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "visit_own" ON "visit" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "waitlist_change_own" ON "waitlist_change" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "waitlist_entry_own" ON "waitlist_entry" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "waitlist_offer_own" ON "waitlist_offer" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));