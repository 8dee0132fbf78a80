import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { fillParams, type RouteFacts } from '../shared/route-facts.ts'
import { Allowed, AllowedWindow, GateWindow } from './allowed.tsx'
import {
  type AppContext,
  leadToGate,
  passJoined,
  preloadSession,
  requireAccount,
  requireGate,
  requireLogin,
  requireSignup,
} from './guards.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { MainLayout } from './shell.tsx'

export const root = createRootRouteWithContext<AppContext>()({ component: Outlet, notFoundComponent: NotFoundScreen })

/** No header and footer: the screens before login. */
export const empty = createRoute({ getParentRoute: () => root, id: 'empty', component: Outlet })
export const main = createRoute({ getParentRoute: () => root, id: 'main', component: MainLayout })
export const signedIn = createRoute({
  getParentRoute: () => main,
  id: 'signed-in',
  beforeLoad: requireLogin,
  loader: preloadSession,
  component: Outlet,
})
export const member = createRoute({
  getParentRoute: () => signedIn,
  id: 'member',
  beforeLoad: requireAccount,
  component: Allowed,
})

/** Members' screens that fill the window: no header, navigation and footer. */
export const workshop = createRoute({
  getParentRoute: () => root,
  id: 'workshop',
  beforeLoad: async (entering) => {
    requireLogin()
    await requireAccount(entering)
  },
  component: AllowedWindow,
})

export type Screen = NonNullable<Parameters<typeof createRoute>[0]['component']>

export const outside = <P extends string>(path: P, component: Screen, staticData: RouteFacts) =>
  createRoute({ getParentRoute: () => empty, path, component, staticData })
/** The page of a link that makes a phone a device at the gate. */
export const joining = <P extends string>(path: P, component: Screen, staticData: RouteFacts) =>
  createRoute({ getParentRoute: () => empty, path, component, staticData, beforeLoad: passJoined })
export const gateEntry = createRoute({ getParentRoute: () => empty, path: '/gate', beforeLoad: leadToGate })
export const gatePhone = createRoute({ getParentRoute: () => empty, id: 'gate-phone', component: GateWindow })
/** A page of a phone that joined a gate by a link. */
export const atGate = <P extends string>(path: P, component: Screen, staticData: RouteFacts) =>
  createRoute({ getParentRoute: () => gatePhone, path, component, staticData, beforeLoad: requireGate })
export const visitor = <P extends string>(path: P, component: Screen, staticData: RouteFacts) =>
  createRoute({ getParentRoute: () => main, path, component, staticData, loader: preloadSession })
export const person = <P extends string>(path: P, component: Screen, staticData: RouteFacts) =>
  createRoute({ getParentRoute: () => signedIn, path, component, staticData })
/** A step of opening an account. */
export const opening = <P extends string>(path: P, component: Screen, staticData: RouteFacts) =>
  createRoute({ getParentRoute: () => signedIn, path, component, staticData, beforeLoad: requireSignup })
export const page = <P extends string>(path: P, component: Screen, staticData: RouteFacts) =>
  createRoute({ getParentRoute: () => member, path, component, staticData })

/** Redirects a former or alternative path; its params are carried over. */
export const redirectTo = <P extends string>(path: P, to: string) =>
  createRoute({
    getParentRoute: () => member,
    path,
    beforeLoad: ({ params }) => {
      throw redirect({ href: fillParams(to, params), replace: true })
    },
  })

/** A screen that fills the window, such as an editor. */
export const tool = <P extends string>(path: P, component: Screen, staticData: RouteFacts) =>
  createRoute({ getParentRoute: () => workshop, path, component, staticData })
