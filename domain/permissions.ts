/** Who in the workspace may do what: the table is the rule, the server and the menus both ask it. */
export const ROLES = ['manager', 'scanner'] as const
export type Role = (typeof ROLES)[number]

const EVERYONE: readonly Role[] = ROLES
const MANAGER: readonly Role[] = ['manager']

export const PERMISSIONS = {
  'event.list': EVERYONE,
  'event.read': EVERYONE,
  'event.statistics': MANAGER,
  'event.create': MANAGER,
  'event.edit': MANAGER,
  'event.publish': MANAGER,
  'event.archive': MANAGER,
  'image.edit': MANAGER,
  'ticket_type.list': MANAGER,
  'ticket_type.edit': MANAGER,
  'form.edit': MANAGER,
  'venue.edit': MANAGER,
  'order.list': MANAGER,
  'order.export': MANAGER,
  'order.edit': MANAGER,
  'order.cancel': MANAGER,
  'invitation.send': MANAGER,
  'invitation.list': MANAGER,
  'ticket.scan': EVERYONE,
  'scan.statistics': EVERYONE,
  'report.read': MANAGER,
  'cashier.sell': MANAGER,
  'cashier.setup': MANAGER,
  'team.list': MANAGER,
  'team.edit': MANAGER,
  'account.read': EVERYONE,
  'account.edit': MANAGER,
  'account.bank': MANAGER,
  'account.leave': EVERYONE,
} as const satisfies Record<string, readonly Role[]>

export type Verb = keyof typeof PERMISSIONS

export const can = (role: Role, verb: Verb): boolean => PERMISSIONS[verb].includes(role)

/** All a role may do, to travel with the data (`can: {...}`) so that a screen asks what the server asked. */
export const allowedTo = (role: Role): Record<Verb, boolean> =>
  Object.fromEntries(Object.keys(PERMISSIONS).map((verb) => [verb, can(role, verb as Verb)])) as Record<Verb, boolean>

/** A workspace always keeps a manager: the last one can neither leave nor become a scanner. */
export const isLastManager = (member: { readonly role: Role }, managers: number): boolean =>
  member.role === 'manager' && managers <= 1
