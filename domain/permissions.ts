/**
 * Who in a workspace may do what. This table is the only rule: contracts name its permissions, the server's
 * authorization asks it, and replies carry its answers (`can: {…}`) to the screens. docs/rules/roles.md shows it to people.
 */

/**
 * - `owner`: everything. Only an owner makes, changes or removes an owner; an account always keeps one.
 * - `manager`: everything but ownership and the security log.
 * - `finance`: money: reports, payments, payouts, bank details and the fee contract, with names of events and numbers of orders.
 *   Sees no buyer's phone or e-mail, and changes no event and no order.
 * - `sales`: orders, invitations, coupons and statistics. Cancels and refunds nothing.
 * - `box_office`: sells at a register and keeps its shift. Sees no report and no other order.
 * - `check_in_lead`: scans, undoes entries, finds orders and sends tickets again at the entrance.
 * - `scanner`: scans.
 */
export const ROLES = ['owner', 'manager', 'finance', 'sales', 'box_office', 'check_in_lead', 'scanner'] as const
export type Role = (typeof ROLES)[number]

/**
 * What a permission reaches. `event`: one event and what hangs on it, so that a member of named events has it for
 * those. `account`: the whole workspace, so that only a member of all events has it. `member`: every member has its use.
 */
export type Reach = 'event' | 'account' | 'member'

interface Rule {
  readonly reach: Reach
  readonly roles: readonly Role[]
}

const EVERYONE: readonly Role[] = ROLES
const OWNER: readonly Role[] = ['owner']
const MANAGERS: readonly Role[] = ['owner', 'manager']
const WITH_FINANCE: readonly Role[] = ['owner', 'manager', 'finance']
const WITH_SALES: readonly Role[] = ['owner', 'manager', 'sales']
const SELLERS: readonly Role[] = ['owner', 'manager', 'box_office']
const OFFICE: readonly Role[] = ['owner', 'manager', 'finance', 'sales']

const event = (roles: readonly Role[]): Rule => ({ reach: 'event', roles })
const account = (roles: readonly Role[]): Rule => ({ reach: 'account', roles })
const member = (roles: readonly Role[]): Rule => ({ reach: 'member', roles })

const TABLE = {
  'event.list': event(EVERYONE),
  'event.read': event(EVERYONE),
  /** Sales, revenue and visits. */
  'event.statistics': event(OFFICE),
  'event.export': event(OFFICE),
  'event.create': account(MANAGERS),
  'event.edit': event(MANAGERS),
  'event.delete': event(MANAGERS),
  'event.publish': event(MANAGERS),
  'event.archive': event(MANAGERS),
  'image.edit': event(MANAGERS),
  'ticket_type.list': event(OFFICE),
  'ticket_type.edit': event(MANAGERS),
  'waiting_room.control': event(MANAGERS),
  'form.list': member(MANAGERS),
  'form.edit': account(MANAGERS),
  /** Venues and seat maps. */
  'venue.list': member(MANAGERS),
  'venue.edit': account(MANAGERS),
  /** Orders with their buyers. */
  'order.list': event(['owner', 'manager', 'sales', 'check_in_lead']),
  'order.export': event(WITH_SALES),
  'order.edit': event(WITH_SALES),
  'order.resend': event(['owner', 'manager', 'sales', 'check_in_lead']),
  /** Cancel tickets, with or without a refund; prepare, approve and pause refund runs. */
  'order.cancel': event(MANAGERS),
  /** Service messages to the buyers of an event. */
  'buyer_message.list': event(WITH_SALES),
  'buyer_message.send': event(MANAGERS),
  'payment.list': event(WITH_FINANCE),
  'coupon.list': event(OFFICE),
  'coupon.edit': event(WITH_SALES),
  'invitation.list': event(WITH_SALES),
  'invitation.send': event(WITH_SALES),
  'ticket.scan': event(['owner', 'manager', 'check_in_lead', 'scanner']),
  /** Scan or type the bare uuid of a ticket, which is printed nowhere. */
  'ticket.scan_uuid': event(MANAGERS),
  /** The code and the price of a ticket in the reply to a scan; others see what the gate needs. */
  'scan.code_and_price': event(MANAGERS),
  /** Admit a ticket of another lane while the device has no network. */
  'ticket.override_lane': event(['owner', 'manager', 'check_in_lead']),
  /** Take back an entry that was a mistake. */
  'ticket.undo_entry': event(['owner', 'manager', 'check_in_lead']),
  'scan.statistics': event(EVERYONE),
  /** Links that make a phone a device at the gate of an event, and the list of these devices. */
  'gate.devices': event(MANAGERS),
  /** The board of the entrance, and explaining its conflicts. */
  'gate.board': event(['owner', 'manager', 'check_in_lead']),
  /** Close a conflict of entries that has been explained. */
  'gate.close_conflict': event(MANAGERS),
  /** The payout report of an event and the fee contract. */
  'report.read': event(WITH_FINANCE),
  /** Refunds by bank transfer: who gave bank details, the file for the bank, and that the money was handed back. */
  'refund.transfer': account(WITH_FINANCE),
  /** The evidence of a dispute: all that is stored of an order and its buyer. */
  'dispute.evidence': account(MANAGERS),
  /** Reports over all events. */
  'report.account': account(WITH_FINANCE),
  'box_office.sell': event(SELLERS),
  /** Pair a browser as a register, open and close its shift. A register is shared, so no event limits it. */
  'register.use': member(SELLERS),
  /** Registers, their pairing codes and credit terminals. */
  'register.setup': account(MANAGERS),
  /** Shifts with their cash; of the own register only, for those without `shift.list`. */
  'shift.read': member(['owner', 'manager', 'finance', 'box_office']),
  'shift.list': account(WITH_FINANCE),
  'team.list': account(MANAGERS),
  'team.edit': account(MANAGERS),
  /** Make, change or remove an owner. */
  'team.owners': account(OWNER),
  /** The name of the account. */
  'account.read': member(EVERYONE),
  /** Company details, tax ID and contact addresses. */
  'account.details': account(WITH_FINANCE),
  'account.edit': account(MANAGERS),
  /** See and change where payouts go. */
  'account.bank': account(WITH_FINANCE),
  /** See, add, test and suspend the payment terminals of the account. */
  'account.terminals': account(WITH_FINANCE),
  'account.leave': member(EVERYONE),
  /** Who signed in, exported, refunded or changed what is worth protecting. */
  'security_log.read': account(OWNER),
  /** Files of the account, its events and orders as one list. */
  'file.list': account(MANAGERS),
  'file.delete': account(MANAGERS),
  /** Find, export and erase what is stored about a person. */
  'data_rights.use': account(MANAGERS),
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof TABLE

/** The table; `TABLE` keeps the literal names for the type above. */
export const PERMISSIONS: Readonly<Record<Permission, Rule>> = TABLE
export const PERMISSION_NAMES = Object.keys(TABLE) as [Permission, ...Permission[]]

/** A place in a team, as far as permissions depend on it. */
export interface Membership {
  readonly role: Role
  /** Ids of the events that the membership is limited to; null: all events. */
  readonly events: readonly string[] | null
}

/** Whether the role has the permission in a membership of all events. */
export const can = (role: Role, permission: Permission): boolean => PERMISSIONS[permission].roles.includes(role)

/** Whether the member has the permission for at least some event; `coversEvent` decides for which. */
export const isAllowed = ({ role, events }: Membership, permission: Permission): boolean =>
  can(role, permission) && (events === null || PERMISSIONS[permission].reach !== 'account')

/** Whether a membership includes an event; one whose `events` is null includes every event of the account. */
export const coversEvent = ({ events }: Pick<Membership, 'events'>, eventId: string): boolean =>
  events === null || events.includes(eventId)

/** Every permission of a member. Sent with the data (`can: {…}`), so that screens apply the rules of the server. */
export const permissionsOf = (membership: Membership): Record<Permission, boolean> =>
  Object.fromEntries(PERMISSION_NAMES.map((permission) => [permission, isAllowed(membership, permission)])) as Record<
    Permission,
    boolean
  >

/** Roles that make no sense for a few events only: an owner owns the account. */
export const canBeLimited = (role: Role): boolean => role !== 'owner'

/** Whether the member may assign this role, or change or remove a member who has it. Only owners may change owners. */
export const canManageRole = (membership: Membership, role: Role): boolean =>
  isAllowed(membership, role === 'owner' ? 'team.owners' : 'team.edit')

/** An account always keeps an owner: the last one can neither leave nor take another role. */
export const isLastOwner = (member: { readonly role: Role }, owners: number): boolean =>
  member.role === 'owner' && owners <= 1
