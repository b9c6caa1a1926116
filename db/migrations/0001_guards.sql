-- What db/schema has no words for. Row security is not here: server/database/migrate.ts forces it on the tables
-- of tenants after every migration, since on a cluster it must not bind the owner.

-- Visits: no two segments keep a member busy at the same time. The constraint decides between two guests who book
-- at once, where a check before the insert could not. A segment that is no longer taken, of a cancelled visit or
-- an expired hold, leaves its time free.
CREATE EXTENSION IF NOT EXISTS btree_gist; -- the = of texts in a GiST index
--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_no_overlap"
	EXCLUDE USING gist ("tenant_id" WITH =, "member_id" WITH =, "busy" WITH &&) WHERE ("taken");
