import { Outlet } from '@tanstack/react-router'
import { Forbidden } from '../shared/managers-only.tsx'
import { useRouteFacts } from '../shared/route-facts.ts'
import { useSession } from '../shared/session.ts'

/** Renders the screen if the role has the permission its route needs, else a forbidden state without any request. */
export function Allowed() {
  const { needs } = useRouteFacts()
  const { can } = useSession()
  return needs === undefined || can[needs] ? <Outlet /> : <Forbidden />
}

/** The same without the layout of the other screens. */
export function AllowedWindow() {
  return (
    <main id="screen">
      <Allowed />
    </main>
  )
}

/** A page of a phone that joined a gate by a link: there is no session, so no role to look at. */
export function GateWindow() {
  return (
    <main id="screen">
      <Outlet />
    </main>
  )
}
