import type { DeviceAccess } from '@kartis/contract/endpoint.ts'
import * as contract from '@kartis/contract/gate-people.ts'
import { GATE_PEOPLE, peopleUntil } from '@kartis/domain/gate-people.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { ActorOf } from '../../../platform/http/authorization.ts'
import { download } from '../../../platform/http/download.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type EventRow, eventRow } from '../../catalogue/events/index.ts'
import { logSecurity } from '../../people/security-log/index.ts'
import { countRevoked } from '../devices/index.ts'
import { allowsPeople, createPeopleFiles, peopleKey } from './people-file.ts'
import { roleOf } from './upload-sender.ts'

/** A phone needs one file in ten minutes, and a key once in half a day. */
const FILES = { max: 20, seconds: 600 }
const KEYS = { max: 20, seconds: 3600 }

interface PeopleQuery {
  readonly uuid: string
  readonly actor: ActorOf<DeviceAccess>
  readonly as: 'scan' | 'hub'
  readonly now: Date
}

/** Names of guests on devices at the gate: a sealed file, and its key. */
export const peopleRoutes = (app: App, platform: Platform): void => {
  const fileOf = createPeopleFiles(platform)

  /** The event, where the caller may have the names of its guests. */
  const eventFor = async (
    budget: string,
    allowance: typeof FILES,
    { uuid, actor, as, now }: PeopleQuery,
  ): Promise<EventRow | Refusal> => {
    const event = await eventRow(platform.db, actor.account.id, uuid)
    if (!event) return refuse('not_found')
    const isHub = as === 'hub' && roleOf(actor, 'hub') === 'hub'
    const isOver = peopleUntil(event.ends_at, actor.device?.life.expiresAt ?? null, now) <= now
    if (isOver || !(isHub || allowsPeople(event, now)))
      return refuse('conflict', { detail: { reason: isOver ? 'over' : 'off', hours: GATE_PEOPLE.hoursAfterEvent } })
    const refused = await limit(platform, `${budget}:${event.id}:${actor.device?.id ?? actor.user?.id}`, allowance)
    return refused ?? event
  }

  route(app, contract.gatePeople, async ({ params, query, actor, now }) => {
    const event = await eventFor('gate_people', FILES, { ...params, actor, as: query.as, now })
    if (isRefusal(event)) return event
    const file = await fileOf(event.id, await countRevoked(platform.db, event.id))
    return download({ type: 'application/octet-stream' }, file)
  })

  route(app, contract.gatePeopleKey, async ({ params, body, actor, now, request }) => {
    const event = await eventFor('gate_people_key', KEYS, { ...params, actor, as: body.as, now })
    if (isRefusal(event)) return event
    const generation = await countRevoked(platform.db, event.id)
    const device = actor.device?.id ?? body.device_id
    await logSecurity(platform, platform.db, {
      act: 'gate_device.people_given',
      userId: actor.user?.id ?? null,
      network: request.network,
      accountId: event.account_id,
      target: device,
      detail: { event: event.id, role: roleOf(actor, body.as) },
      now,
    })
    return {
      data: {
        key: peopleKey(platform.keys, event.id, generation).toString('base64url'),
        generation,
        ends_at: peopleUntil(event.ends_at, actor.device?.life.expiresAt ?? null, now).toISOString(),
      },
    }
  })
}
