CREATE TABLE "staff_feed" (
	"tenant_id" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"with_names" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "staff_feed_tenant_id_staff_id_pk" PRIMARY KEY("tenant_id","staff_id"),
	CONSTRAINT "staff_feed_token" UNIQUE("tenant_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "staff_feed" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "staff_notice" (
	"tenant_id" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"push" boolean NOT NULL,
	"mail" boolean NOT NULL,
	"tomorrow" boolean NOT NULL,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "staff_notice_tenant_id_staff_id_pk" PRIMARY KEY("tenant_id","staff_id")
);
--> statement-breakpoint
ALTER TABLE "staff_notice" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "staff_push" (
	"tenant_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"renewed_at" timestamp (3) with time zone NOT NULL,
	"paused_until" timestamp (3) with time zone,
	CONSTRAINT "staff_push_tenant_id_endpoint_pk" PRIMARY KEY("tenant_id","endpoint"),
	CONSTRAINT "staff_push_session" UNIQUE("tenant_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "staff_push" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "staff_note" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"visit_id" uuid NOT NULL,
	"staff_id" uuid,
	"staff_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "staff_note_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "staff_note" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_change" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"visit_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"staff_id" uuid,
	"staff_name" text,
	"device_name" text,
	"kind" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"member_ids" text[] DEFAULT '{}' NOT NULL,
	"informing" text DEFAULT 'none' NOT NULL,
	"report_at" timestamp (3) with time zone,
	"batch" uuid,
	"instead" jsonb,
	"notified" text[] DEFAULT '{}' NOT NULL,
	"undoes" uuid,
	CONSTRAINT "visit_change_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "visit_change_position" UNIQUE("tenant_id","visit_id","position"),
	CONSTRAINT "visit_change_actor" CHECK ("visit_change"."actor" in ('guest', 'staff', 'operator', 'job')),
	CONSTRAINT "visit_change_informing" CHECK ("visit_change"."informing" in ('ask', 'agreed', 'none'))
);
--> statement-breakpoint
ALTER TABLE "visit_change" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "first_key" text COLLATE "C" GENERATED ALWAYS AS (translate(lower(left(firstname, 100)), 'áàâäãåāăąæçćčďđðéèêëēėęěğíìîïīįıłñńňóòôöõøōőœŕřśšşßťþúùûüūůűųýÿźžż', 'aaaaaaaaaacccdddeeeeeeeegiiiiiiilnnnooooooooorrssssttuuuuuuuuyyzzz')) STORED;--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "last_key" text COLLATE "C" GENERATED ALWAYS AS (translate(lower(left(lastname, 100)), 'áàâäãåāăąæçćčďđðéèêëēėęěğíìîïīįıłñńňóòôöõøōőœŕřśšşßťþúùûüūůűųýÿźžż', 'aaaaaaaaaacccdddeeeeeeeegiiiiiiilnnnooooooooorrssssttuuuuuuuuyyzzz')) STORED;--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "mobile_end" text GENERATED ALWAYS AS (right(mobile, 4)) STORED;--> statement-breakpoint
ALTER TABLE "absence" ADD COLUMN "kind" text DEFAULT 'absence' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar" ADD COLUMN "schedule_version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "segment" ADD COLUMN "over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "segment" ADD COLUMN "over_reason" text;--> statement-breakpoint
ALTER TABLE "segment" ADD COLUMN "own_length" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "source" text DEFAULT 'web' NOT NULL;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "booked_by" uuid;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "progress" text DEFAULT 'expected' NOT NULL;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "progress_at" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "first_key" text COLLATE "C" GENERATED ALWAYS AS (translate(lower(left(contact ->> 'firstname', 100)), 'áàâäãåāăąæçćčďđðéèêëēėęěğíìîïīįıłñńňóòôöõøōőœŕřśšşßťþúùûüūůűųýÿźžż', 'aaaaaaaaaacccdddeeeeeeeegiiiiiiilnnnooooooooorrssssttuuuuuuuuyyzzz')) STORED;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "last_key" text COLLATE "C" GENERATED ALWAYS AS (translate(lower(left(contact ->> 'lastname', 100)), 'áàâäãåāăąæçćčďđðéèêëēėęěğíìîïīįıłñńňóòôöõøōőœŕřśšşßťþúùûüūůűųýÿźžż', 'aaaaaaaaaacccdddeeeeeeeegiiiiiiilnnnooooooooorrssssttuuuuuuuuyyzzz')) STORED;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "mobile_end" text GENERATED ALWAYS AS (right(contact ->> 'mobile', 4)) STORED;--> statement-breakpoint
-- By hand: earlier visits get their numbers, from the random bytes of their ids, and those that are over count as
-- done. Row security may bind the owner, so each tenant is named.
DO $$
DECLARE
	salon text;
	letters constant text := '3467ACDEFGHJKMNPQRTUVWXY';
BEGIN
	FOR salon IN SELECT id FROM tenant LOOP
		PERFORM set_config('app.tenant_id', salon, true);
		UPDATE visit SET number = coded.number FROM (
			SELECT id, number, row_number() OVER (PARTITION BY number ORDER BY id) AS nth FROM (
				SELECT visit.id, (SELECT string_agg(
						substr(letters, 1 + get_byte(uuid_send(visit.id), place) % length(letters), 1), '' ORDER BY place)
					FROM unnest(ARRAY[0, 1, 2, 3, 4, 5, 10, 11]) AS place) AS number
				FROM visit WHERE visit.tenant_id = salon AND visit.state <> 'held') AS numbered) AS coded
			WHERE visit.tenant_id = salon AND visit.id = coded.id AND coded.nth = 1;
		UPDATE visit SET progress = 'done'
			WHERE visit.tenant_id = salon AND visit.state = 'booked' AND visit."end" < now();
	END LOOP;
	PERFORM set_config('app.tenant_id', '', true);
END $$;
--> statement-breakpoint
-- By hand: the salon may place a visit over another.
ALTER TABLE "segment" DROP CONSTRAINT "segment_no_overlap";
--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_no_overlap"
	EXCLUDE USING gist ("tenant_id" WITH =, "member_id" WITH =, "busy" WITH &&) WHERE ("taken" AND NOT "over");
--> statement-breakpoint
ALTER TABLE "staff_feed" ADD CONSTRAINT "staff_feed_tenant_id_staff_id_staff_tenant_id_id_fk" FOREIGN KEY ("tenant_id","staff_id") REFERENCES "public"."staff"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notice" ADD CONSTRAINT "staff_notice_tenant_id_staff_id_staff_tenant_id_id_fk" FOREIGN KEY ("tenant_id","staff_id") REFERENCES "public"."staff"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_push" ADD CONSTRAINT "staff_push_tenant_id_staff_id_staff_tenant_id_id_fk" FOREIGN KEY ("tenant_id","staff_id") REFERENCES "public"."staff"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_note" ADD CONSTRAINT "staff_note_tenant_id_visit_id_visit_tenant_id_id_fk" FOREIGN KEY ("tenant_id","visit_id") REFERENCES "public"."visit"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_change" ADD CONSTRAINT "visit_change_tenant_id_visit_id_visit_tenant_id_id_fk" FOREIGN KEY ("tenant_id","visit_id") REFERENCES "public"."visit"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_push_staff" ON "staff_push" USING btree ("tenant_id","staff_id");--> statement-breakpoint
CREATE INDEX "staff_note_visit" ON "staff_note" USING btree ("tenant_id","visit_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "visit_change_undoes" ON "visit_change" USING btree ("tenant_id","undoes") WHERE undoes is not null;--> statement-breakpoint
CREATE INDEX "visit_change_at" ON "visit_change" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "visit_change_report" ON "visit_change" USING btree ("tenant_id","report_at") WHERE report_at is not null;--> statement-breakpoint
CREATE INDEX "guest_first_key" ON "guest" USING btree ("tenant_id","first_key");--> statement-breakpoint
CREATE INDEX "guest_last_key" ON "guest" USING btree ("tenant_id","last_key");--> statement-breakpoint
CREATE INDEX "guest_mobile_end" ON "guest" USING btree ("tenant_id","mobile_end");--> statement-breakpoint
CREATE INDEX "visit_first_key" ON "visit" USING btree ("tenant_id","first_key");--> statement-breakpoint
CREATE INDEX "visit_last_key" ON "visit" USING btree ("tenant_id","last_key");--> statement-breakpoint
CREATE INDEX "visit_mobile_end" ON "visit" USING btree ("tenant_id","mobile_end");--> statement-breakpoint
CREATE INDEX "visit_unclosed" ON "visit" USING btree ("tenant_id","end") WHERE state = 'booked' and progress in ('expected', 'arrived', 'started');--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_number" UNIQUE("tenant_id","number");--> statement-breakpoint
ALTER TABLE "absence" ADD CONSTRAINT "absence_kind" CHECK ("absence"."kind" in ('break', 'busy', 'absence', 'ill'));--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_progress" CHECK ("visit"."progress" in ('expected', 'arrived', 'started', 'done', 'noShow'));--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_source" CHECK ("visit"."source" in ('web', 'phone', 'walkIn', 'waitlist', 'command'));--> statement-breakpoint
CREATE POLICY "staff_feed_own" ON "staff_feed" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "staff_notice_own" ON "staff_notice" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "staff_push_own" ON "staff_push" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "staff_note_own" ON "staff_note" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "visit_change_own" ON "visit_change" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));