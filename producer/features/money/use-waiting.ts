import { type Dispute, listDisputes } from '@kartis/contract/disputes.ts'
import { listExceptions } from '@kartis/contract/reconciliation.ts'
import { listRefundTransfers } from '@kartis/contract/refund-transfers.ts'
import { sum, toAgorot, toShekels } from '@kartis/domain/money.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

/** What of the money area waits for the producer, by its tab. */
interface Waiting {
  /** Disputes that wait for evidence; the first deadline, `YYYY-MM-DD`. */
  readonly disputes: { readonly count: number; readonly shekels: number; readonly deadline: string | undefined }
  readonly differences: { readonly count: number }
  /** Refunds whose buyers have given a bank account. */
  readonly transfers: { readonly count: number; readonly shekels: number; readonly due: string | undefined }
}

/** More than so many are counted as so many. */
const MANY = 100

const waitsForEvidence = ({ status }: Dispute): boolean => status !== 'sent'

/** Undefined until it is known; asked again with everything else of the money area. */
export const useWaiting = (): Waiting | undefined =>
  useQuery({
    queryKey: ['money', 'waiting'],
    queryFn: async (): Promise<Waiting> => {
      const [disputes, differences, transfers] = await Promise.all([
        api(listDisputes, { query: { per_page: MANY, filter: { open: 'true' } } }),
        api(listExceptions, { query: { per_page: 1, filter: { status: 'open' } } }),
        api(listRefundTransfers, { query: { per_page: 1, filter: { status: 'received' } } }),
      ])
      const due = disputes.data.filter(waitsForEvidence)
      const { received, received_amount: amount, due_at: next } = transfers.summary
      return {
        disputes: {
          count: due.length,
          shekels: toShekels(sum(due.map(({ amount }) => toAgorot(amount)))),
          deadline: due.map(({ deadline }) => deadline).toSorted()[0],
        },
        differences: { count: differences.meta.total },
        transfers: { count: received, shekels: amount, due: next ?? undefined },
      }
    },
  }).data
