CREATE TABLE "open_stream" (
	"key" text NOT NULL,
	"process" text NOT NULL,
	"streams" integer NOT NULL,
	"expires" bigint NOT NULL,
	CONSTRAINT "open_stream_key_process_pk" PRIMARY KEY("key","process")
);
--> statement-breakpoint
CREATE INDEX "open_stream_process" ON "open_stream" USING btree ("process");