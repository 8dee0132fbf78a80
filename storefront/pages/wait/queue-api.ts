import type { WaitingStatus } from '@kartis/contract/waiting-room.ts'
import type { Api } from '../../shared/api.ts'
import { deviceId, readPlace, savePass, savePlace, type SavedPlace } from '../../shared/saved-place.ts'
import { storedToken } from '../../shared/session.ts'
import { solveProofOfWork } from './solve-proof-of-work.ts'
import { isOfRound, type Stage, stageOf } from './stage.ts'

const MORE_WORK_TRIES = 4

/** The requests of the waiting room. Places and passes are saved in this browser. */
export const createQueueApi = (api: Api, event: string) => {
  const params = { uuid: event }
  return {
    status: () => api('GET', '/v1/public/events/:uuid/waiting-room', { params }),
    join: async (status: WaitingStatus): Promise<void> => {
      const device = deviceId()
      const requestPlace = async (bits: number) =>
        api('POST', '/v1/public/events/:uuid/waiting-room/places', {
          params,
          body: { device, nonce: await solveProofOfWork({ eventId: event, round: status.round, device, bits }) },
          bearer: storedToken(),
        })
      let result = await requestPlace(status.work_bits)
      // A network with many places works more for each; how much may rise while a nonce is computed.
      for (let again = 0; again < MORE_WORK_TRIES && !result.ok; again++) {
        const { reason, bits } = result.detail
        if (reason !== 'more_work' || typeof bits !== 'number') break
        result = await requestPlace(bits)
      }
      if (result.ok && result.data.place) savePlace(event, result.data.place)
    },
    enter: async ({ token }: SavedPlace): Promise<Stage> => {
      const result = await api('POST', '/v1/public/events/:uuid/waiting-room/enter', {
        params,
        body: { device: deviceId(), token },
      })
      if (result.ok) {
        savePass(event, result.data)
        return { kind: 'has_pass' }
      }
      const { reason } = result.detail
      if (reason === 'over' || reason === 'no_place') savePlace(event, undefined)
      if (reason === 'next') return { kind: 'next' }
      if (reason === 'elsewhere') return { kind: 'other_device' }
      return { kind: 'loading' }
    },
    leave: (): void => {
      const place = readPlace(event)
      savePlace(event, undefined)
      savePass(event, undefined)
      if (place)
        void api('POST', '/v1/public/events/:uuid/waiting-room/leave', {
          params,
          body: { device: deviceId(), token: place.token },
        })
    },
  }
}

/** Tries to enter, a second apart: the server admits places once a second. */
const TRIES = 4
const PAUSE_MS = 1000

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Enters an open waiting room that has free places. Resolves with false when the visitor has to wait in it after all. */
export const passThrough = async (api: Api, event: string): Promise<boolean> => {
  const queue = createQueueApi(api, event)
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await pause(PAUSE_MS)
    const result = await queue.status()
    if (!result.ok) return false
    if (result.data.state === 'closed') return true
    if (result.data.state !== 'open') return false
    if (!isOfRound(readPlace(event), result.data)) await queue.join(result.data)
    const place = readPlace(event)
    const { kind } = stageOf(result.data, place)
    if (kind === 'admitted' && place) return (await queue.enter(place)).kind === 'has_pass'
    if (kind !== 'line') return false
  }
  return false
}
