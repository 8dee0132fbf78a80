import type { OwnEntry as ApiEntry } from '@kartis/contract/waiting-list.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../shared/api.ts'
import { storedToken, useUserApi } from '../../shared/session.ts'
import { type ListKind, readEntry, type SavedEntry, saveEntry } from './saved-entry.ts'

/** An entry of this visitor: made in this browser, or found by the signed-in phone, which needs no token. */
export type OwnEntry = Omit<SavedEntry, 'token'> & { readonly token?: string }

export interface OwnList {
  readonly entry: OwnEntry | undefined
  /** The visitor was on the list and is not any more. */
  readonly hasLeft: boolean
  readonly join: (entry: SavedEntry) => void
  /** Resolves with why it did not work; undefined when the entry is deleted. */
  readonly leave: () => Promise<string | undefined>
}

/** The visitor's own entry on a waiting list, also after a reload. */
export const useOwnEntry = (event: string, kind: ListKind): OwnList => {
  const api = useApi()
  const userApi = useUserApi()
  const [entry, setEntry] = useState<OwnEntry>()
  const [hasLeft, setLeft] = useState(false)
  const findSigned = useEffectEvent(async (eventUuid: string): Promise<readonly ApiEntry[]> => {
    if (storedToken() === undefined) return []
    const result = await userApi('GET', '/v1/customer/waiting-list', { query: { filter: { event_uuid: eventUuid } } })
    return result.ok ? result.data : []
  })
  useEffect(() => {
    const run = { event, kind, current: true }
    const find = async () => {
      const own = (await findSigned(event)).find((each) => each.kind === kind)
      const found = own ? { kind, uuid: own.uuid, phone: nationalPhone(own.phone) } : readEntry(event, kind)
      if (run.current) setEntry(found)
    }
    void find()
    return () => {
      run.current = false
    }
  }, [event, kind])
  const remove = ({ uuid, token }: OwnEntry) =>
    token === undefined
      ? userApi('DELETE', '/v1/customer/waiting-list/:uuid', { params: { uuid } })
      : api('POST', '/v1/public/events/:uuid/waiting-list/leave', { params: { uuid: event }, body: { uuid, token } })
  return {
    entry,
    hasLeft,
    join: (joined) => {
      saveEntry(event, kind, joined)
      setEntry(joined)
      setLeft(false)
    },
    leave: async () => {
      const result = entry && (await remove(entry))
      // It was deleted elsewhere.
      if (result && !result.ok && result.code !== 'not_found') return result.text
      saveEntry(event, kind, undefined)
      setEntry(undefined)
      setLeft(true)
      return undefined
    },
  }
}
