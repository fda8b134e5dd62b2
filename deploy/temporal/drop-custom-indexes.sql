-- Drops the indexes of custom search attributes from the visibility database of Temporal.
-- The shop has no such attributes, but every start and end of a workflow updates them all.
-- Run it again after each upgrade of the schema, which brings them back:
--
--   psql "$VISIBILITY_DATABASE" -f deploy/temporal/drop-custom-indexes.sql
do $$
declare
	name text;
begin
	for name in
		select indexname from pg_indexes
		where tablename = 'executions_visibility' and indexname ~ '^by_(bool|datetime|double|int|keyword|keyword_list|text)_[0-9]+$'
	loop
		execute format('drop index %I', name);
		raise notice 'dropped %', name;
	end loop;
end $$;
