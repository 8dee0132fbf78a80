import '../../shared/base.css'
import { hydratePage } from '../../shared/hydrate.tsx'
import { type PassesView, withCodes } from '../../state/order-state.ts'
import { PassesPage } from './passes-page.tsx'

const codeOf = (uuid: string): string | undefined =>
  document.querySelector(`[data-code="${uuid}"] path`)?.getAttribute('d') ?? undefined

hydratePage<PassesView>(
  (view, onLang) => <PassesPage view={view} onLang={onLang} />,
  (view) => withCodes(view, codeOf),
)
