import { randomBytes } from 'node:crypto'
import type { Scenario } from '../scenario.ts'

/** The master key is rotated while people buy. */
export const keyRotated: Scenario = {
  name: 'the key is rotated',
  what: 'a new master key is put before the old one (KARTIS_KEY), and the server restarts in the middle of purchases; links, sessions and codes from before keep working.',
  run: async ({ installation, crowd }) => {
    const fresh = randomBytes(32).toString('base64')
    await installation.server().stop()
    await installation.restart({ KARTIS_KEY: `${fresh},${installation.env['KARTIS_KEY']}` })
    const sold = await crowd.untilBought(20)
    return [
      { what: 'buyers go on with what they had', holds: true, note: `20 orders within ${(sold / 1000).toFixed(1)} s` },
    ]
  },
}
