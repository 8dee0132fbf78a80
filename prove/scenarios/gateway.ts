import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import type { GatewayErrors } from '@kartis/simulators/in-memory-gateway.ts'

const WHILE_MS = 8000

/** A gateway that misbehaves for some seconds. */
const misbehaving = (name: string, what: string, errors: Partial<GatewayErrors>): Scenario => ({
  name,
  what,
  run: async ({ installation, crowd }) => {
    const { gateway } = installation
    const good = { ...gateway.errors }
    const before = crowd.bought()
    Object.assign(gateway.errors, errors)
    await sleep(WHILE_MS)
    Object.assign(gateway.errors, good)
    const meanwhile = crowd.bought() - before
    await crowd.untilBought(10)
    return [
      {
        what: 'free tickets, scans and everything without the gateway go on',
        holds: (await installation.isReady()) && meanwhile > 0,
        note: `${meanwhile} orders in ${WHILE_MS / 1000} s`,
      },
    ]
  },
})

export const gatewayScenarios: readonly Scenario[] = [
  misbehaving(
    'the gateway is silent',
    'the gateway accepts connections and answers nothing: no payment page, no look-up, no refund.',
    { isSilent: true },
  ),
  misbehaving('the gateway is slow', 'every reply of the gateway takes three seconds.', { delay: 3000 }),
  misbehaving(
    'the gateway lies',
    'webhooks tell of charges that were never made and of other sums; the gateway itself knows better.',
    { lies: true },
  ),
  misbehaving('the gateway sends everything twice', 'every webhook arrives twice.', { webhooks: 2 }),
  misbehaving('replies to refunds are lost', 'the gateway refunds, and the connection breaks before its reply.', {
    losesReplies: true,
  }),
]
