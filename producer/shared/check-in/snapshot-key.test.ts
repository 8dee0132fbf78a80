import 'fake-indexeddb/auto'
import { admissionList, gateSnapshot } from '@kartis/contract/admission-list.ts'
import { isAdmitted } from '@kartis/domain/admission.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  admissionPage,
  EVENT,
  FOREIGN_KEY,
  FOREIGN_KEYS,
  OTHER_EVENT,
  PUBLIC_KEY,
  scanUuid,
  signIn,
  snapshotFile,
  ticketCode,
} from '../../testing/admission.ts'
import { json, type StubServer, stubServer } from '../../testing/server.ts'
import { database } from '../offline/database.ts'
import { type LocalAdmissionList, readAdmissionList, readSnapshotList, refreshAdmissionList } from './admission-list.ts'
import { decide } from './decide.ts'
import { checkSnapshot } from './snapshot.ts'

const isAccepted = async (file: Uint8Array<ArrayBuffer>, key = PUBLIC_KEY): Promise<boolean> =>
  (await checkSnapshot(EVENT, file, key)) !== undefined

/** Reading a key fails in this browser by such an error. */
const failToRead = (name: string): void => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', name))
}

let server: StubServer
beforeEach(async () => {
  signIn()
  server = stubServer()
  const { scans, lists, tickets, snapshots } = database
  await Promise.all([scans, lists, tickets, snapshots].map((table) => table.clear()))
})
afterEach(() => void vi.restoreAllMocks())

describe('the file of a snapshot', () => {
  it('is refused when a byte was changed, and when it is of another event', async () => {
    const file = snapshotFile(3)
    expect(await isAccepted(file)).toBe(true)
    for (const place of [4, 20, 60, file.length - 1]) {
      const changed = file.slice()
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(await isAccepted(changed)).toBe(false)
    }
    expect(await checkSnapshot(OTHER_EVENT, file, PUBLIC_KEY)).toBeUndefined()
    expect(await isAccepted(snapshotFile(3, { event: OTHER_EVENT }))).toBe(false)
  })

  it('is refused when another key has signed it, whichever key it names', async () => {
    const own = snapshotFile(3, { by: FOREIGN_KEYS })
    expect([await isAccepted(own), await isAccepted(own, FOREIGN_KEY)]).toEqual([false, true])
    expect(await isAccepted(snapshotFile(3, { by: FOREIGN_KEYS, names: PUBLIC_KEY }))).toBe(false)
    expect(await isAccepted(snapshotFile(3, { names: FOREIGN_KEY }))).toBe(false)
  })

  it.each(['', 'AAAA', '!', PUBLIC_KEY.slice(1), `${PUBLIC_KEY}AAAA`])(
    'is refused by the malformed key “%s”, also one that it names itself',
    async (key) => {
      expect(await isAccepted(snapshotFile(3), key)).toBe(false)
      expect(await isAccepted(snapshotFile(3, { names: key }), key)).toBe(false)
    },
  )

  it('is checked as well in a browser without Ed25519', async () => {
    failToRead('NotSupportedError')
    expect(await isAccepted(snapshotFile(3))).toBe(true)
    const own = snapshotFile(3, { by: FOREIGN_KEYS })
    expect([await isAccepted(own), await isAccepted(own, FOREIGN_KEY)]).toEqual([false, true])
    expect(await isAccepted(snapshotFile(3, { by: FOREIGN_KEYS, names: PUBLIC_KEY }))).toBe(false)
    expect(await isAccepted(snapshotFile(3), 'AAAA')).toBe(false)
  })

  it.each(['DataError', 'OperationError', 'SyntaxError'])(
    'is refused where reading the key ends in a %s',
    async (name) => {
      failToRead(name)
      expect(await isAccepted(snapshotFile(3))).toBe(false)
    },
  )
})

describe('the key of an event on a device', () => {
  const load = async (current?: LocalAdmissionList) => {
    const shown: LocalAdmissionList[] = []
    const { list } = await refreshAdmissionList(EVENT, current, (quick) => shown.push(quick))
    return { list, shown }
  }
  const serve = (file: Uint8Array<ArrayBuffer>, key = PUBLIC_KEY) => {
    const page = admissionPage(2)
    server.on(gateSnapshot, () => new Response(file))
    server.on(admissionList, () => json({ data: { ...page, event: { ...page.event, public_key: key } } }))
  }

  it('comes from the reply of the server: a whole file of somebody else is neither used nor stored', async () => {
    serve(snapshotFile(2, { by: FOREIGN_KEYS }))
    const { list, shown } = await load()
    expect(shown.some(({ snapshot }) => snapshot !== undefined)).toBe(false)
    expect(await database.snapshots.count()).toBe(0)
    expect(list.facts.publicKey).toBe(PUBLIC_KEY)
    const forged = { text: ticketCode(1, EVENT, FOREIGN_KEYS), scanUuid: scanUuid(1), at: new Date() }
    expect(isAdmitted((await decide(list, forged)).verdict)).toBe(false)
  })

  it('stays: a later reply with another one changes nothing, with its file and without', async () => {
    serve(snapshotFile(2))
    const { list } = await load()
    serve(snapshotFile(2, { by: FOREIGN_KEYS, seq: 99 }), FOREIGN_KEY)
    for (const current of [undefined, { ...list, facts: { ...list.facts, fullAt: 0 } }])
      await expect(load(current)).rejects.toMatchObject({ name: 'ForeignKeyError' })
    expect((await readAdmissionList(EVENT))?.facts.publicKey).toBe(PUBLIC_KEY)
    expect((await readSnapshotList(EVENT))?.facts).toMatchObject({ publicKey: PUBLIC_KEY, seq: 7 })
  })

  it('checks what was stored once more: a file that somebody put in its place is not used', async () => {
    serve(snapshotFile(2))
    await load()
    const stored = await database.snapshots.get(`${EVENT} current`)
    if (!stored) throw new Error('nothing is stored')
    await database.snapshots.put({ ...stored, file: snapshotFile(2, { by: FOREIGN_KEYS }) })
    expect(await readSnapshotList(EVENT)).toBeUndefined()
  })
})
