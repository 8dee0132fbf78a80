import type { Role } from '@kartis/domain/permissions.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { AccountInvitesTable } from './tables.ts'

/** A literal and not a parameter: PostgreSQL uses the partial indexes of pending invitations only for a literal. */
const PENDING = sql.lit('pending' as const)

/** A member of the team or an invitation to it. */
export interface TeamRow {
  id: string
  role: Role
  /** The events that it is limited to; null: all events. */
  events: { id: string; name: string }[] | null
  status: 'active' | 'pending' | 'declined' | 'cancelled'
  phone: string
  user_id: string | null
  first_name: string | null
  last_name: string | null
  created_at: Date
}

interface TeamFilter {
  readonly status?: 'active' | 'pending' | undefined
  readonly id?: string | undefined
}

/** Events as `[{id, name}]`, sorted by start. */
const eventsWhere = (condition: RawBuilder<unknown>) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name) order by e.starts_at, e.id), '[]')
  from events e where ${condition})`

const team = (db: Db | Tx, accountId: string, { status, id }: TeamFilter) => {
  const members = db
    .selectFrom('account_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.role', 'u.phone'])
    .select(sql<string | null>`m.user_id`.as('user_id'))
    .select(['u.first_name', 'u.last_name', 'm.created_at'])
    .select(sql<TeamRow['status']>`'active'`.as('status'))
    .select(
      sql<TeamRow['events']>`case when not m.all_events then ${eventsWhere(
        sql`e.id in (select l.event_id from account_member_events l where l.member_id = m.id)`,
      )} end`.as('events'),
    )
    .where('m.account_id', '=', accountId)
  const invites = db
    .selectFrom('account_invites as i')
    .select(['i.id', 'i.role', 'i.phone'])
    .select([
      sql<string | null>`null::uuid`.as('user_id'),
      sql<string | null>`null::text`.as('first_name'),
      sql<string | null>`null::text`.as('last_name'),
    ])
    .select('i.created_at')
    .select(sql<TeamRow['status']>`'pending'`.as('status'))
    .select(
      sql<
        TeamRow['events']
      >`case when i.event_ids is not null then ${eventsWhere(sql`e.id = any(i.event_ids)`)} end`.as('events'),
    )
    .where('i.account_id', '=', accountId)
    .where('i.status', '=', PENDING)
  return db
    .selectFrom(members.unionAll(invites).as('team'))
    .$if(status !== undefined, (query) => query.where('team.status', '=', status ?? 'active'))
    .$if(id !== undefined, (query) => query.where('team.id', '=', id ?? ''))
}

export const listTeam = async (
  db: Db,
  accountId: string,
  filter: TeamFilter,
  page: PageOf,
): Promise<{ rows: TeamRow[]; total: number }> => {
  const rows = await team(db, accountId, filter)
    .selectAll()
    .orderBy('team.status')
    .orderBy('team.created_at')
    .orderBy('team.id')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await team(db, accountId, filter)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return { rows, total: n }
}

export const teamRow = (db: Db | Tx, accountId: string, id: string): Promise<TeamRow | undefined> =>
  team(db, accountId, { id }).selectAll().executeTakeFirst()

export const teamRowOfUser = (db: Db | Tx, accountId: string, userId: string): Promise<TeamRow | undefined> =>
  team(db, accountId, { status: 'active' }).selectAll().where('team.user_id', '=', userId).executeTakeFirst()

export const countOwners = async (db: Db | Tx, accountId: string): Promise<number> => {
  const { n } = await db
    .selectFrom('account_members')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return n
}

/** Where a manager is reached. */
export interface ManagerRow {
  readonly id: string
  /** E.164 */
  readonly phone: string
  readonly email: string | null
  readonly language: string
}

/** Owners and managers of an account. */
export const managersOf = (tx: Db | Tx, accountId: string): Promise<ManagerRow[]> =>
  tx
    .selectFrom('account_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.phone', 'u.email', 'u.language'])
    .where('m.account_id', '=', accountId)
    .where('m.role', 'in', ['owner', 'manager'])
    .orderBy('m.created_at')
    .execute()

/**
 * Serializes changes of one team. Of two owners who remove each other at the same moment, the second becomes the last
 * owner and is refused.
 */
export const lockTeam = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

export const setMemberRole = async (tx: Tx, accountId: string, id: string, role: Role): Promise<void> => {
  await tx
    .updateTable('account_members')
    .set({ role })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export const deleteMember = async (tx: Tx, accountId: string, id: string): Promise<void> => {
  await tx.deleteFrom('account_members').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Every membership of a user, sorted by account, so that concurrent callers lock teams in the same order. */
export const membershipsOfUser = (tx: Tx, userId: string) =>
  tx
    .selectFrom('account_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.account_id', 'm.role', 'a.name as account_name'])
    .where('m.user_id', '=', userId)
    .orderBy('m.account_id')
    .execute()

/** Those of the events that belong to the account. */
export const ownEventIds = async (tx: Tx, accountId: string, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('events')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes a user from every team and deletes the team invitations of the phone. */
export const forgetMember = async (tx: Tx, userId: string, phone: string): Promise<void> => {
  await tx.deleteFrom('account_members').where('user_id', '=', userId).execute()
  await tx.deleteFrom('account_invites').where('phone', '=', phone).execute()
}

export const isMemberPhone = async (tx: Tx, accountId: string, phone: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('account_members')
    .innerJoin('users', 'users.id', 'account_members.user_id')
    .select('account_members.id')
    .where('account_members.account_id', '=', accountId)
    .where('users.phone', '=', phone)
    .executeTakeFirst()
  return found !== undefined
}

/** The role of the pending invitation of a phone, if there is one. */
export const pendingInvite = (tx: Tx, accountId: string, phone: string): Promise<{ role: Role } | undefined> =>
  tx
    .selectFrom('account_invites')
    .select('role')
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .where('status', '=', PENDING)
    .executeTakeFirst()

/** Creates the pending invitation of a phone, or updates its role, events and inviter. Returns its id. */
export const upsertInvite = async (tx: Tx, row: Insertable<AccountInvitesTable>): Promise<string> => {
  const { id } = await tx
    .insertInto('account_invites')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'phone'])
        .where('status', '=', PENDING)
        .doUpdateSet({ role: row.role, event_ids: row.event_ids ?? null, invited_by: row.invited_by ?? null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const setInviteAccess = async (
  tx: Tx,
  accountId: string,
  id: string,
  access: { readonly role: Role; readonly event_ids: string[] | null },
): Promise<void> => {
  await tx.updateTable('account_invites').set(access).where('account_id', '=', accountId).where('id', '=', id).execute()
}

export interface InviteRow {
  id: string
  account_id: string
  account_name: string
  role: Role
  status: 'pending' | 'accepted' | 'declined' | 'cancelled'
  inviter_first_name: string | null
  inviter_last_name: string | null
  created_at: Date
}

const invitesTo = (db: Db | Tx, phone: string) =>
  db
    .selectFrom('account_invites as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .where('i.phone', '=', phone)

const inviteColumns = [
  'i.id',
  'i.account_id',
  'a.name as account_name',
  'i.role',
  'i.status',
  'u.first_name as inviter_first_name',
  'u.last_name as inviter_last_name',
  'i.created_at',
] as const

export const listInvitesTo = async (
  db: Db,
  phone: string,
  page: PageOf,
): Promise<{ rows: InviteRow[]; total: number }> => {
  const pending = invitesTo(db, phone).where('i.status', '=', PENDING)
  const rows = await pending
    .select(inviteColumns)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await pending.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return { rows, total: n }
}

export const inviteTo = (db: Db | Tx, phone: string, id: string): Promise<InviteRow | undefined> =>
  invitesTo(db, phone).select(inviteColumns).where('i.id', '=', id).executeTakeFirst()

/** Closes a pending invitation. Returns its role and events, or undefined when it was no longer pending. */
export const closeInvite = async (
  tx: Tx,
  id: string,
  status: 'accepted' | 'declined' | 'cancelled',
  now: Date,
): Promise<{ role: Role; event_ids: string[] | null } | undefined> =>
  tx
    .updateTable('account_invites')
    .set({ status, answered_at: now })
    .where('id', '=', id)
    .where('status', '=', PENDING)
    .returning(['role', 'event_ids'])
    .executeTakeFirst()
