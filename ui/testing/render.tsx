import { createI18n } from '@kartis/i18n/browser.ts'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'

/** Renders a component with the Hebrew messages of the components. */
export const renderHebrew = async (children: ReactNode) => {
  const i18n = await createI18n('he', ['components'], initReactI18next)
  return render(children, { wrapper: (props) => <I18nextProvider i18n={i18n}>{props.children}</I18nextProvider> })
}
