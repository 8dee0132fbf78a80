import type { WizardStep } from '@kartis/domain/wizard.ts'
import { Columns, Page, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import type { ComponentType, FormEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../shared/page-head.tsx'
import { EventPreview } from './event-preview.tsx'
import type { StepView } from './step-form.ts'

export interface StepParts {
  readonly Fields: ComponentType<StepView>
  /** Below the preview, on a desktop only. */
  readonly beside?: ReactNode
}

interface StepFrameProps extends StepParts {
  readonly step: WizardStep
  readonly view: StepView
  readonly eyebrow: ReactNode | readonly string[]
  readonly above?: ReactNode
  /** Below the step's own fields. */
  readonly fieldsEnd?: ReactNode
  readonly actions: ReactNode
  readonly onSubmit: FormEventHandler<HTMLFormElement>
}

/** The layout of a step: header with progress, fields, live preview and actions. */
export function StepFrame({
  step,
  view,
  eyebrow,
  Fields,
  beside,
  above,
  fieldsEnd,
  actions,
  onSubmit,
}: StepFrameProps) {
  const { t } = useTranslation('wizard')
  return (
    <Page>
      <PageHead title={t(`steps.${step}.title`)} eyebrow={eyebrow} />
      <form onSubmit={onSubmit} noValidate>
        <Columns
          even
          asideWideOnly
          aside={
            <>
              <EventPreview draft={view.form.values} zone={view.zone} event={view.event} />
              {beside}
            </>
          }
        >
          {above}
          <Stack gap="wide">
            <Fields {...view} />
            {fieldsEnd}
          </Stack>
        </Columns>
        <StickyActions>{actions}</StickyActions>
      </form>
    </Page>
  )
}
