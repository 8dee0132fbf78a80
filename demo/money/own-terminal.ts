import { addTerminal, changeTerminal, type Platform, type Tx } from '../server.ts'

/** A terminal of the account itself, at a simulated gateway. */
export interface OwnTerminal {
  readonly id: string
  readonly gatewayName: string
  readonly terminal: { readonly config: unknown } | undefined
}

/** The terminal that the producer had before, elsewhere than the installation's. None where gateways are not simulated. */
export const addOwnTerminal = async (
  platform: Platform,
  tx: Tx,
  accountId: string,
): Promise<OwnTerminal | undefined> => {
  const { gatewayName, simulated } = platform.settings.payments
  const other = simulated.find((each) => each.gatewayName !== gatewayName)
  if (!other) return undefined
  const here = { ...platform, db: tx }
  const added = await addTerminal(here, {
    accountId,
    provider: other.gatewayName,
    variables: {},
    sandbox: true,
    offer: {},
  })
  if ('problem' in added) throw new Error(`the demo got no terminal: ${added.problem}`)
  // New payments are the installation's again.
  await changeTerminal(here, added.id, 'remove', {})
  return { id: added.id, gatewayName: other.gatewayName, terminal: other.terminal }
}
