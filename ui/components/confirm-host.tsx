import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { pendingQuestion } from './confirm.ts'
import { Dialog } from './dialog.tsx'
import { Soft } from './layout.tsx'

/** Renders the dialog of confirm(). Mounted once, near the root. */
export function ConfirmHost() {
  const { t } = useTranslation('components')
  const question = pendingQuestion.use()
  return (
    <Dialog
      open={question !== undefined}
      onClose={() => question?.answer(false)}
      title={question?.title}
      actions={
        <>
          <Button look={question?.danger === true ? 'danger' : 'main'} onClick={() => question?.answer(true)}>
            {question?.action}
          </Button>
          <Button look="line" onClick={() => question?.answer(false)}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {question?.text !== undefined && <Soft>{question.text}</Soft>}
    </Dialog>
  )
}
