import { createI18n } from '@kartis/i18n/browser.ts'
import type { Namespace } from '@kartis/i18n/message-types.ts'
import { ConfirmHost } from '@kartis/ui/components/confirm-host.tsx'
import { toasts } from '@kartis/ui/components/toast.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, renderHook } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { permissionsOf, type Role } from '@kartis/domain/permissions.ts'
import { createQueryClient } from '../shared/query.ts'
import { type Session, sessionQuery } from '../shared/session.ts'

const COMMON = ['components', 'shell', 'errors', 'validation', 'states'] as const

interface Setup {
  /** Message namespaces that the component needs besides the common ones. */
  readonly messages?: readonly Namespace[]
  /** Route pattern of the screen, e.g. `/events/$uuid/scan-tickets`. */
  readonly route?: string
  /** Current location; default: `/`. */
  readonly at?: string
  /** The signed-in user with an account of this role. */
  readonly role?: Role
}

const USER = {
  uuid: 'user-1',
  first_name: 'נועה',
  last_name: 'ברקן',
  name: 'נועה ברקן',
  email: 'noa@example.co.il',
  is_signup_complete: true,
  phone: { phone_number: '+972501234567', phone_national: '050-123-4567' },
  settings: { language: 'he' },
}

/** The part of a session that screens read. */
const sessionOf = (role: Role) => {
  const account = { uuid: 'account-1', name: 'הפקות הנמל', role }
  const can = permissionsOf({ role, events: null })
  return { user: { ...USER, accounts: [account] }, account, can, status: { pending_invites: 0 } } as unknown as Session
}

/** The providers of the app around a test: messages in Hebrew, queries, a router in memory, confirmations; no toasts yet. */
const setUp = async ({ messages = [], route = '/', at = '/', role }: Setup) => {
  toasts.write([])
  const i18n = await createI18n('he', [...COMMON, ...messages], initReactI18next)
  const queries = createQueryClient(i18n)
  if (role) queries.setQueryData(sessionQuery.queryKey, sessionOf(role))
  const Providers = ({ children }: { readonly children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <Suspense fallback="…">{children}</Suspense>
      </QueryClientProvider>
    </I18nextProvider>
  )
  const routerOf = (screen: ReactNode) => {
    const root = createRootRoute({
      component: () => (
        <>
          <Outlet />
          <ConfirmHost />
        </>
      ),
    })
    const shown = createRoute({ getParentRoute: () => root, path: route, component: () => screen })
    const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
    return createRouter({
      routeTree: root.addChildren(route === '/$' ? [elsewhere] : [shown, elsewhere]),
      history: createMemoryHistory({ initialEntries: [at] }),
    })
  }
  return { i18n, queries, Providers, routerOf }
}

/** Renders a component inside the app's providers and router. */
export const renderApp = async (screen: ReactNode, setup: Setup = {}) => {
  const { i18n, queries, Providers, routerOf } = await setUp(setup)
  const router = routerOf(screen)
  await router.load()
  const view = render(
    <Providers>
      {/* the test's router has its own routes, not those the app registers */}
      <RouterProvider router={router as never} />
    </Providers>,
  )
  await act(async () => undefined)
  return { ...view, i18n, queries, router, path: () => router.state.location.href }
}

/** Renders a hook inside the app's providers, without a router. */
export const renderAppHook = async <Result, Props>(
  hook: (props: Props) => Result,
  setup: Setup & { readonly props?: Props } = {},
) => {
  const { queries, i18n, Providers } = await setUp(setup)
  const view = renderHook(hook, {
    wrapper: Providers,
    ...(setup.props !== undefined && { initialProps: setup.props }),
  })
  await act(async () => undefined)
  return { ...view, queries, i18n }
}
