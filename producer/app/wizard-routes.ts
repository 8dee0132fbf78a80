import { WIZARD_STEPS, type WizardStep, stepCounter } from '@kartis/domain/wizard.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { wizardDetour } from './guards.ts'
import { member, page, type Screen, redirectTo } from './layouts.ts'

/** Whether the page was loaded again: it showed the same path before. */
const isReload = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')

/** The path shown before; undefined after a direct load. */
const visited: { path: string | undefined } = { path: isReload() ? location.pathname : undefined }

/** Called by the router after each navigation: the wizard guard needs the previous path. */
export const recordVisit = (path: string): void => {
  visited.path = path
}

export const EVENT = '/events/$uuid'

const wizardScreens = {
  setup: lazyRouteComponent(() => import('../features/wizard/setup-screen.tsx'), 'SetupScreen'),
  location: lazyRouteComponent(() => import('../features/wizard/location-screen.tsx'), 'LocationScreen'),
  time: lazyRouteComponent(() => import('../features/wizard/time-screen.tsx'), 'TimeScreen'),
  forms: lazyRouteComponent(() => import('../features/wizard/forms-screen.tsx'), 'FormsScreen'),
  description: lazyRouteComponent(() => import('../features/wizard/description-screen.tsx'), 'DescriptionScreen'),
} satisfies Record<WizardStep, Screen>

const before = (base: string, start: string, at: WizardStep): string => {
  const previous = WIZARD_STEPS[WIZARD_STEPS.indexOf(at) - 1]
  return previous === undefined ? start : `${base}/${previous}`
}

const CREATE = '/create-event/$type'
export const createStep = <S extends WizardStep>(name: S) =>
  createRoute({
    getParentRoute: () => member,
    path: `${CREATE}/${name}`,
    component: wizardScreens[name],
    staticData: {
      title: 'create_event',
      step: stepCounter(name),
      back: before(CREATE, '/create-event', name),
      needs: 'event.create',
    },
    beforeLoad: ({ location }) => {
      const detour = wizardDetour(location.pathname, visited.path)
      if (detour) throw redirect({ href: `/create-event/${detour.type}/${detour.step}`, replace: true })
    },
  })

export const editStep = <S extends WizardStep>(name: S) =>
  page(`${EVENT}/${name}`, wizardScreens[name], {
    title: 'edit_event',
    step: stepCounter(name),
    back: before(EVENT, EVENT, name),
    tabs: 'event',
  })

export const unknownStep = redirectTo(`${CREATE}/$step`, `${CREATE}/setup`)
