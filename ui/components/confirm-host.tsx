import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { pendingQuestion } from './confirm.ts'
import { Dialog } from './dialog.tsx'
import { Soft } from './layout.tsx'

/** Renders the dialog of confirm() and choose(). Mounted once, near the root. */
export function ConfirmHost() {
  const { t } = useTranslation('components')
  const question = pendingQuestion.use()
  return (
    <Dialog
      open={question !== undefined}
      onClose={() => question?.answer('stay')}
      title={question?.title}
      actions={
        <>
          <Button look={question?.danger === true ? 'danger' : 'main'} onClick={() => question?.answer('action')}>
            {question?.action}
          </Button>
          {question?.other !== undefined && (
            <Button look="line" onClick={() => question.answer('other')}>
              {question.other}
            </Button>
          )}
          <Button look={question?.other === undefined ? 'line' : 'bare'} onClick={() => question?.answer('stay')}>
            {question?.stay ?? t('back')}
          </Button>
        </>
      }
    >
      {question?.text !== undefined && <Soft>{question.text}</Soft>}
      {question?.details}
    </Dialog>
  )
}
