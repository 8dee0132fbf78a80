/** What the security log records, by kind: the list behind the API, the filter of its screen and the texts. */
export const SECURITY_ACTS = {
  sign_in: [
    'signed_in',
    'code_refused',
    'code_locked',
    'passkey_refused',
    'recovery_used',
    'recovery_refused',
    'reauthenticated',
    'reauthentication_refused',
  ],
  session: ['signed_out', 'ended', 'others_ended', 'reused'],
  passkey: ['added', 'renamed', 'removed', 'recovery_codes'],
  access: ['denied'],
  export: ['exported'],
  refund: ['refunded', 'run_approved'],
  bank: ['changed', 'read'],
  team: ['invited', 'invite_cancelled', 'joined', 'changed', 'removed', 'left'],
  terminal: ['created', 'changed', 'paired', 'revoked'],
  payment_terminal: ['added', 'changed', 'suspended', 'resumed'],
  gate_device: [
    'created',
    'joined',
    'left',
    'revoked',
    'closed',
    'hub_started',
    'hub_replaced',
    'false_claim',
    'people_on',
    'people_off',
    'people_given',
  ],
} as const

export type SecurityKind = keyof typeof SECURITY_ACTS
export const SECURITY_KINDS = Object.keys(SECURITY_ACTS) as [SecurityKind, ...SecurityKind[]]

/** `<kind>.<act>`, as in `team.joined`. */
export type SecurityAct = {
  [Kind in SecurityKind]: `${Kind}.${(typeof SECURITY_ACTS)[Kind][number]}`
}[SecurityKind]

export const SECURITY_ACT_NAMES = SECURITY_KINDS.flatMap((kind) =>
  SECURITY_ACTS[kind].map((act) => `${kind}.${act}`),
) as [SecurityAct, ...SecurityAct[]]

const REFUSED: ReadonlySet<SecurityAct> = new Set<SecurityAct>([
  'sign_in.code_refused',
  'sign_in.code_locked',
  'sign_in.passkey_refused',
  'sign_in.recovery_refused',
  'sign_in.reauthentication_refused',
  'session.reused',
  'access.denied',
  'gate_device.false_claim',
])

/** Whether the act was refused to whoever tried it. */
export const isRefusedAct = (act: SecurityAct): boolean => REFUSED.has(act)
