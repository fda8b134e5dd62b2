-- The roles of the shop: larek_migrate owns everything, larek_app is what runs. A
-- superuser runs this in the shop's database before the first migration, and again where
-- the tables are older than the roles; passwords are set apart from it.
-- An empty line ends a statement, since PostgreSQL's single-user mode reads this too.

do $$
begin
	if not exists (select from pg_roles where rolname = 'larek_migrate') then
		create role larek_migrate login;
	end if;
	if not exists (select from pg_roles where rolname = 'larek_app') then
		create role larek_app login;
	end if;
end
$$;

-- So that a migration may end what blocks it.
grant larek_app to larek_migrate;

do $$
declare
	statement text;
begin
	execute format('alter database %I owner to larek_migrate', current_database());
	for statement in
		select format('alter table %s owner to larek_migrate', c.oid::regclass) from pg_class c
			where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and c.relowner <> 'larek_migrate'::regrole
		union all select format('alter routine %s owner to larek_migrate', p.oid::regprocedure) from pg_proc p
			where p.pronamespace = 'public'::regnamespace and p.proowner <> 'larek_migrate'::regrole
				and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
		union all select format('alter domain %s owner to larek_migrate', t.oid::regtype) from pg_type t
			where t.typnamespace = 'public'::regnamespace and t.typtype = 'd' and t.typowner <> 'larek_migrate'::regrole
		union all select format('alter text search dictionary %s owner to larek_migrate', d.oid::regdictionary) from pg_ts_dict d
			where d.dictnamespace = 'public'::regnamespace and d.dictowner <> 'larek_migrate'::regrole
		union all select format('alter text search configuration %s owner to larek_migrate', f.oid::regconfig) from pg_ts_config f
			where f.cfgnamespace = 'public'::regnamespace and f.cfgowner <> 'larek_migrate'::regrole
	loop
		execute statement;
	end loop;
end
$$;
