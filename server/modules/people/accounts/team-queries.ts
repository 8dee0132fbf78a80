import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { AccountInvitesTable } from './tables.ts'
import type { Role } from './accounts-queries.ts'

/** In the text of a statement rather than beside it, or PostgreSQL could not use the indexes of open invitations. */
const PENDING = sql.lit('pending' as const)

/** One of the team, or an invitation to it, side by side as the screen lists them. */
export interface TeamRow {
  id: string
  role: Role
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

const team = (db: Db | Tx, accountId: string, { status, id }: TeamFilter) => {
  const members = db
    .selectFrom('account_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.role', 'u.phone'])
    .select(sql<string | null>`m.user_id`.as('user_id'))
    .select(['u.first_name', 'u.last_name', 'm.created_at'])
    .select(sql<TeamRow['status']>`'active'`.as('status'))
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

export const countManagers = async (db: Db | Tx, accountId: string): Promise<number> => {
  const { n } = await db
    .selectFrom('account_members')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', accountId)
    .where('role', '=', 'manager')
    .executeTakeFirstOrThrow()
  return n
}

/** Changes of one team wait for each other: of two managers who remove each other one comes second, and is then the last. */
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

/** Every team of a user, in an order that all callers share. */
export const placesOfUser = (tx: Tx, userId: string) =>
  tx
    .selectFrom('account_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.account_id', 'm.role', 'a.name as account_name'])
    .where('m.user_id', '=', userId)
    .orderBy('m.account_id')
    .execute()

/** Takes a user out of every team, and his phone out of every invitation to one. */
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

/** The open invitation of a phone, made or brought up to date. Returns its id. */
export const keepInvite = async (tx: Tx, row: Insertable<AccountInvitesTable>): Promise<string> => {
  const { id } = await tx
    .insertInto('account_invites')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'phone'])
        .where('status', '=', PENDING)
        .doUpdateSet({ role: row.role, invited_by: row.invited_by ?? null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const setInviteRole = async (tx: Tx, accountId: string, id: string, role: Role): Promise<void> => {
  await tx
    .updateTable('account_invites')
    .set({ role })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
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
  const open = invitesTo(db, phone).where('i.status', '=', PENDING)
  const rows = await open
    .select(inviteColumns)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await open.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return { rows, total: n }
}

export const inviteTo = (db: Db | Tx, phone: string, id: string): Promise<InviteRow | undefined> =>
  invitesTo(db, phone).select(inviteColumns).where('i.id', '=', id).executeTakeFirst()

/** Answers a pending invitation, once. False when it was no longer open. */
export const closeInvite = async (
  tx: Tx,
  id: string,
  status: 'accepted' | 'declined' | 'cancelled',
  now: Date,
): Promise<{ role: Role } | undefined> =>
  tx
    .updateTable('account_invites')
    .set({ status, answered_at: now })
    .where('id', '=', id)
    .where('status', '=', PENDING)
    .returning('role')
    .executeTakeFirst()
