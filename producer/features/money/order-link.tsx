import { PathLink } from '../../shared/links.tsx'
import { useSession } from '../../shared/session.ts'

interface Props {
  /** uuids */
  readonly event: string
  readonly order: string
  readonly number: string
}

/** The number of an order, which leads to it for those who may see orders. */
export function OrderLink({ event, order, number }: Props) {
  const { can } = useSession()
  return can['order.list'] ? (
    <PathLink path={`/events/${event}/sold-tickets?order=${order}`}>{number}</PathLink>
  ) : (
    <bdi>{number}</bdi>
  )
}
