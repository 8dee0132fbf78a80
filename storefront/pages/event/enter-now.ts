import type { Api } from '../../shared/api.ts'

/** Its code is needed only where there is a waiting room. */
export const enterNow = async (api: Api, event: string): Promise<boolean> => {
  const { passThrough } = await import('../wait/queue-api.ts')
  return passThrough(api, event)
}
