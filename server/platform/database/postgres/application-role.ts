import { createHmac } from 'node:crypto'
import type { Client } from 'pg'

/** The role of the application: no superuser, creates no roles or databases, and owns the database of Kartis. */
export const APPLICATION_ROLE = 'kartis_app'

/** The application's password follows from the owner's, so that a standby and a copied cluster need no second secret. */
export const applicationPassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(APPLICATION_ROLE).digest('base64url')

/**
 * Gives the application what belongs to the owner of the cluster: everything that an earlier version created, which connected
 * as that owner. Sequences of columns and row types follow their table, members of an extension stay with it.
 */
const HAND_OVER = `
do $$
declare change text;
begin
  for change in
    with owned as (select oid from pg_roles where rolname = current_user),
    spaces as (
      select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ),
    members as (select objid from pg_depend where deptype = 'e')
    select format('alter schema %I owner to ${APPLICATION_ROLE}', nspname) from spaces
    where nspowner in (select oid from owned) and oid not in (select objid from members)
    union all
    select format('alter %s %s owner to ${APPLICATION_ROLE}',
      case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      oid::regclass)
    from pg_class c
    where relnamespace in (select oid from spaces) and relowner in (select oid from owned)
      and relkind in ('r', 'p', 'v', 'm', 'S') and oid not in (select objid from members)
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass
        and c.relkind = 'S' and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${APPLICATION_ROLE}', oid::regprocedure) from pg_proc
    where pronamespace in (select oid from spaces) and proowner in (select oid from owned)
      and oid not in (select objid from members)
    union all
    select format('alter type %s owner to ${APPLICATION_ROLE}', oid::regtype) from pg_type
    where typnamespace in (select oid from spaces) and typowner in (select oid from owned)
      and typtype in ('d', 'e') and oid not in (select objid from members)
  loop
    execute change;
  end loop;
  if (select datdba <> '${APPLICATION_ROLE}'::regrole from pg_database where datname = current_database()) then
    execute format('alter database %I owner to ${APPLICATION_ROLE}', current_database());
  end if;
end $$`

/** Creates the application's role once. `owner` is a connection of the cluster's owner. */
export const createApplicationRole = async (owner: Client, password: string): Promise<void> => {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [APPLICATION_ROLE])
  if (rowCount) return
  await owner.query(
    `create role ${APPLICATION_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${owner.escapeLiteral(password)}`,
  )
}

/** Gives the connected database, and all that Kartis created in it, to the application's role: everything or nothing. */
export const handOver = async (owner: Client): Promise<void> => {
  await owner.query(HAND_OVER)
}
