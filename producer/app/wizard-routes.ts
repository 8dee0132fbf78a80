import { WIZARD_STEPS, type WizardStep, stepCounter } from '@kartis/domain/wizard.ts'
import { createRoute, lazyRouteComponent, redirect, type RouterHistory } from '@tanstack/react-router'
import { readCreated, recordWizardPlace, takeLanding } from '../shared/new-event.ts'
import { wizardDetour, wizardStepOf } from './guards.ts'
import { member, page, type Screen, redirectTo } from './layouts.ts'

/** Whether the page was loaded again: it showed the same path before. */
const isReload = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')

/** The path shown before; undefined after a direct load. */
const visited: { path: string | undefined } = { path: isReload() ? location.pathname : undefined }

const CREATE_EVENT = '/create-event'

/** Called by the router after each navigation: the wizard guard needs the previous path. */
export const recordVisit = (path: string, history: RouterHistory): void => {
  visited.path = path
  recordWizardPlace(path === CREATE_EVENT || wizardStepOf(path) !== undefined, history)
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

/** After the last step the history is at the wizard's first page, which the created event replaces. */
const toLanding = (): void => {
  const landing = takeLanding()
  if (landing !== undefined) throw redirect({ href: landing, replace: true })
}

export const createType = createRoute({
  getParentRoute: () => member,
  path: CREATE_EVENT,
  component: lazyRouteComponent(() => import('../features/wizard/create-type-screen.tsx'), 'CreateTypeScreen'),
  staticData: { title: 'create_event', back: '/', needs: 'event.create' },
  beforeLoad: ({ preload }) => {
    if (!preload) toLanding()
  },
})

export const createStep = <S extends WizardStep>(name: S) =>
  createRoute({
    getParentRoute: () => member,
    path: `${CREATE}/${name}`,
    component: wizardScreens[name],
    staticData: {
      title: 'create_event',
      step: stepCounter(name),
      back: before(CREATE, CREATE_EVENT, name),
      needs: 'event.create',
    },
    beforeLoad: ({ location, preload }) => {
      if (!preload) {
        toLanding()
        const created = readCreated()
        if (created !== undefined) throw redirect({ to: '/events/$uuid', params: { uuid: created }, replace: true })
      }
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
