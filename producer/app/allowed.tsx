import { can } from '@kartis/domain/permissions.ts'
import { Outlet } from '@tanstack/react-router'
import { Forbidden } from '../shared/managers-only.tsx'
import { useRouteFacts } from '../shared/route-facts.ts'
import { useSession } from '../shared/session.ts'

/** A screen whose route names what its visitor must be allowed to do: whoever may not is told so, and nothing is asked of the server. */
export function Allowed() {
  const { needs } = useRouteFacts()
  const role = useSession().account?.role
  return needs === undefined || (role && can(role, needs)) ? <Outlet /> : <Forbidden />
}
