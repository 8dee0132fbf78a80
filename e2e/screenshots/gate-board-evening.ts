import type { GateBoard } from '@kartis/contract/gate-board.ts'
import type { ScreenContext } from './screen.ts'

/** Minutes before the start, as the board shows them, and how many of them are over. */
const MINUTES = 90
const GONE = 71
const MINUTE_MS = 60_000

/** Entries of one minute at a gate: more towards the start, in waves. */
const wave = (peak: number, minute: number, shift: number): number =>
  Math.max(0, Math.round(peak * (minute / MINUTES) * (1 + 0.35 * Math.sin(minute / 4 + shift))))

const GATES = [
  { name: 'שער 5', peak: 7, entered: 264, state: 'busy', devices: 2 },
  { name: 'שער 2', peak: 5, entered: 231, state: 'silent', devices: 2 },
  { name: 'שער 1', peak: 3, entered: 96, state: 'flowing', devices: 1 },
  { name: 'כניסת VIP', peak: 2, entered: 47, state: 'flowing', devices: 1 },
] as const

/** The board twenty minutes before the start: what no demo shows at every hour of the day. */
export const evening = (board: GateBoard): GateBoard => {
  const now = Date.parse(board.as_of)
  const from = Math.floor(now / MINUTE_MS) * MINUTE_MS - GONE * MINUTE_MS
  const at = (minutes: number) => new Date(from + minutes * MINUTE_MS).toISOString()
  const [first, second] = board.devices
  const device = {
    ...first,
    uuid: null,
    role: 'scan',
    state: 'online',
    clock_off_ms: 0,
    clock_jumps: 0,
    unknown_since: null,
    missing: null,
    entries: 0,
    refusals: 0,
  } as const
  const missing = { count: 3, numbers: { first: 61, last: 63 }, from: at(31), to: at(45) }
  const gates = GATES.map(({ peak, ...gate }, shift) => {
    const per_minute = Array.from({ length: GONE + 1 }, (_, minute) => wave(peak, minute, shift))
    const unknown_since = gate.state === 'silent' ? at(GONE - 6) : gate.name === 'שער 1' ? at(52) : null
    return { ...gate, unknown_since, per_minute, rate: per_minute.at(-2) ?? 0 }
  })
  return {
    ...board,
    event: { ...board.event, starts_at: at(MINUTES), ends_at: at(MINUTES + 180) },
    counters: { ...board.counters, total_scanned: 638, total_unscanned: 269, total_tickets: 907 },
    flow: { from: at(0), minutes: GONE + 1, rate: 13 },
    gates,
    forecast: {
      entered: 885,
      outside: 22,
      all_at: at(MINUTES + 2),
      remedy: { kind: 'add', gate: 'שער 5', devices: 1, at: at(MINUTES - 3) },
    },
    devices: [
      { ...device, name: 'רותם', role: 'hub', gate: 'שער 5', contact_at: at(GONE), pending: 0, battery: 91, scans: 41 },
      { ...device, name: 'Aviv', gate: 'שער 5', contact_at: at(GONE), pending: 0, battery: 86, scans: 223, missing },
      {
        ...device,
        name: 'יונתן',
        gate: 'שער 2',
        state: 'silent',
        contact_at: at(GONE - 6),
        unknown_since: at(GONE - 6),
        pending: 41,
        battery: 18,
        clock_off_ms: 240_000,
        clock_jumps: 41,
        scans: 190,
      },
      ...(second ? [second] : []),
    ],
    ended_devices: [
      {
        uuid: '019a5b3c-3333-7333-8333-000000000009',
        name: 'מיכל',
        gate: 'שער 2',
        ended_at: at(60),
        cause: 'revoked',
        pending: 2,
        unknown_since: null,
        sends_until: at(60 + 24 * 60),
        missing: null,
      },
      {
        uuid: '019a5b3c-3333-7333-8333-000000000010',
        name: 'דניאל',
        gate: 'שער 1',
        ended_at: at(66),
        cause: 'revoked',
        pending: 0,
        unknown_since: at(52),
        sends_until: at(66 + 24 * 60),
        missing: null,
      },
    ],
    unknown: { devices: 2, since: at(52) },
    refusals: Object.entries({ S6: 14, S2: 9, S7: 6, S3: 3, S4: 2 }).map(([code, count]) => ({ code, count })),
    conflicts: {
      open: 3,
      explained: 1,
      items: [
        {
          scan_uuid: '019a5b3c-3333-7333-8333-000000000004',
          kind: 'untimely',
          state: 'open',
          ticket_number: '101077-2',
          ticket: { name: 'כניסה רגילה', status: 'valid', redeemed_at: null },
          can_admit: true,
          entry: { scanned_at: at(66), gate: 'שער 2', device: 'מיכל' },
          other: null,
          reason: null,
          note: null,
          explained_at: null,
          closed_at: null,
        },
        {
          scan_uuid: '019a5b3c-3333-7333-8333-000000000001',
          kind: 'double',
          state: 'open',
          ticket_number: '101044-1',
          ticket: { name: 'כניסה רגילה', status: 'valid', redeemed_at: at(61) },
          can_admit: false,
          entry: { scanned_at: at(64), gate: 'שער 5', device: 'Aviv' },
          other: { scanned_at: at(61), gate: 'שער 2', device: 'יונתן' },
          reason: null,
          note: null,
          explained_at: null,
          closed_at: null,
        },
        {
          scan_uuid: '019a5b3c-3333-7333-8333-000000000002',
          kind: 'cancelled',
          state: 'open',
          ticket_number: '101012-3',
          ticket: { name: 'VIP', status: 'cancelled', redeemed_at: null },
          can_admit: false,
          entry: { scanned_at: at(58), gate: 'שער 2', device: 'יונתן' },
          other: null,
          reason: null,
          note: null,
          explained_at: null,
          closed_at: null,
        },
        {
          scan_uuid: '019a5b3c-3333-7333-8333-000000000003',
          kind: 'double',
          state: 'explained',
          ticket_number: '101101-2',
          ticket: { name: 'כניסה רגילה', status: 'valid', redeemed_at: at(45) },
          can_admit: false,
          entry: { scanned_at: at(49), gate: 'שער 1', device: 'רותם' },
          other: { scanned_at: at(45), gate: 'שער 2', device: 'יונתן' },
          reason: 'passed_on',
          note: null,
          explained_at: at(60),
          closed_at: null,
        },
      ],
    },
  }
}

/** Shows the board of that evening, by changing the reply. */
export const showEvening = async ({ page }: Pick<ScreenContext, 'page'>): Promise<void> => {
  await page.route(/\/check_in\/board/u, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: GateBoard }
    return route.fulfill({ response, json: { data: evening(data) } })
  })
  await page.reload()
  await page.getByText('638', { exact: true }).first().waitFor()
}
