-- The roles and databases of a shop, for psql. Passwords come from the environment, where no
-- other user sees them. Whoever runs this may make roles and databases, and need not be a
-- superuser. What is there stays as it is.
\set ON_ERROR_STOP on
\set QUIET on
set client_min_messages = warning;
\getenv larek_app LAREK_APP_PASSWORD
\getenv larek_migrate LAREK_MIGRATE_PASSWORD
\getenv temporal TEMPORAL_PASSWORD
\getenv larek_watch WATCH_PASSWORD

select format('create role %I login password %L', name, password)
from (values ('larek_app', :'larek_app'), ('larek_migrate', :'larek_migrate'), ('temporal', :'temporal'), ('larek_watch', :'larek_watch')) as r (name, password)
where not exists (select from pg_roles where rolname = name) \gexec

-- Only a superuser gives a database to a role that it is not a member of.
select format('grant %I to current_user', name)
from (values ('larek_migrate'), ('temporal')) as r (name)
where not pg_has_role(name, 'usage') \gexec

-- No upgrade of the system changes the sort order of this locale.
select 'create database larek template template0 encoding ''UTF8'' locale ''C.UTF-8'''
where not exists (select from pg_database where datname = 'larek') \gexec

select format('create database %I owner temporal', name)
from (values ('temporal'), ('temporal_visibility')) as d (name)
where not exists (select from pg_database where datname = name) \gexec

select 'grant pg_monitor to larek_watch'
where not pg_has_role('larek_watch', 'pg_monitor', 'member') \gexec

\connect larek
\ir ../../db/roles.sql
