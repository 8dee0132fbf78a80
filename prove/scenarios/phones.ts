import { randomUUID } from 'node:crypto'
import type { Scenario } from '../scenario.ts'

const PHONES = 40
const UPLOADS = 3

interface Result {
  readonly state: 'accepted' | 'conflict'
  readonly scan_uuid: string
}

/** Forty phones that scanned without a network come back at the same moment, each with the same tickets as another one. */
export const phonesSync: Scenario = {
  name: 'forty phones sync at once',
  what: `${PHONES} phones upload what they admitted without a network while the sale goes on, every upload ${UPLOADS} times; every ticket was admitted by two phones.`,
  run: async ({ crowd, stage, installation }) => {
    await crowd.untilBought(150)
    const cancelled = crowd.confirmed.cancelled
    const codes = [...crowd.confirmed.tickets]
      .filter(([order]) => !cancelled.has(order))
      .flatMap(([, tickets]) => tickets)
      .slice(0, 200)
    const headers = {
      authorization: `Bearer ${stage.producer.token}`,
      'x-account-id': stage.producer.account,
    }
    const uploads = Array.from({ length: PHONES }, (_, phone) => {
      // Phone 0 and 1 admitted the same tickets, 2 and 3 the next ones, and so on.
      const pair = Math.floor(phone / 2)
      const own = codes.filter((_, place) => place % (PHONES / 2) === pair)
      return {
        device_id: `phone-${phone}`,
        sent_at: new Date().toISOString(),
        scans: own.map((code, place) => ({
          device_seq: place + 1,
          scan_uuid: randomUUID(),
          ticket_uuid: code,
          verdict: 'admitted',
          scanned_at: new Date(Date.now() - 60_000 + phone).toISOString(),
        })),
      }
    })
    const accepted = new Map<string, number>()
    let changed = 0
    let refused = 0
    await Promise.all(
      uploads.map(async (upload) => {
        const answers: string[] = []
        for (let time = 0; time < UPLOADS; time++) {
          const reply = await crowd.requests.decide('upload', `/v1/producer/events/${stage.event}/check_in/scans`, {
            method: 'POST',
            headers,
            body: upload,
          })
          if (reply?.status !== 200) {
            refused += 1
            continue
          }
          const { results } = reply.data as { results: readonly Result[] }
          answers.push(JSON.stringify(results.map(({ state }) => state)))
          if (time > 0) continue
          for (const [place, { state }] of results.entries()) {
            const code = upload.scans[place]?.ticket_uuid ?? ''
            if (state === 'accepted') accepted.set(code, (accepted.get(code) ?? 0) + 1)
          }
        }
        if (new Set(answers).size > 1) changed += 1
      }),
    )
    const twice = [...accepted.values()].filter((times) => times > 1).length
    return [
      {
        what: 'every entry is recorded, and of two entries of a ticket one is a conflict',
        holds: refused === 0 && twice === 0 && !installation.server().hasEnded(),
        note: `${codes.length} tickets by two phones each: ${accepted.size} accepted once, ${twice} twice, ${refused} uploads refused`,
      },
      { what: 'the same upload gets the same answer', holds: changed === 0, note: `${changed} phones got another one` },
    ]
  },
}
