-- Row security forced, for the table of a tenant in this step. Counters of rate limits belong to no tenant.
ALTER TABLE "known_browser" FORCE ROW LEVEL SECURITY;
