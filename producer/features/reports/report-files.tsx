import type { ReportExport } from '@kartis/contract/reports.ts'
import type { Period } from '@kartis/domain/period.ts'
import { dayShortText, percentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Row, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconDownload, IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './reports.module.css'
import { fetchFile, useArrivals, useExport, useExports } from './use-reports.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
const ICONS = { xlsx: IconFileSpreadsheet, pdf: IconFileTypePdf }
const FORMATS = ['xlsx', 'pdf'] as const

/** Exports of the report, and the files of the last week. */
export function ReportFiles({ period }: { readonly period: Period }) {
  const { t } = useTranslation('reports')
  const files = useExports()
  const making = useExport()
  useArrivals(files.data)
  return (
    <Card title={t('export.title')}>
      <Stack>
        <Row wrap>
          {FORMATS.map((format) => {
            const Icon = ICONS[format]
            return (
              <Button
                key={format}
                look="line"
                icon={<Icon {...ICON} />}
                busy={making.isPending && making.variables.format === format}
                busyText={t('export.making')}
                onClick={() => making.mutate({ ...period, format })}
              >
                {t(`export.${format}`)}
              </Button>
            )
          })}
        </Row>
        <Soft small>{t('export.hint')}</Soft>
        <WhenLoaded query={files}>
          {(files) =>
            files.length === 0 ? (
              <Soft small>{t('export.empty')}</Soft>
            ) : (
              <ul className={style.files}>
                {files.map((file) => (
                  <FileLine
                    key={file.uuid}
                    file={file}
                    onAgain={() => making.mutate({ ...file.period, format: file.format })}
                  />
                ))}
              </ul>
            )
          }
        </WhenLoaded>
      </Stack>
    </Card>
  )
}

function FileLine({ file, onAgain }: { readonly file: ReportExport; readonly onAgain: () => void }) {
  const { t } = useTranslation('reports')
  const lang = useLang()
  const Icon = ICONS[file.format]
  const day = dayShortText(file.expires_at, lang)
  const statusText = {
    queued: t('export.queued'),
    running: t('export.running', { percent: percentText(file.progress, lang, 0) }),
    ready: t('export.until', { day }),
    failed: t('export.failed'),
  }
  const isOpen = file.status === 'queued' || file.status === 'running'
  return (
    <li>
      <Icon {...ICON} />
      <span className={style.file}>
        <UserText>{file.name}</UserText>
        <small data-state={file.status}>{statusText[file.status]}</small>
        {isOpen && <Meter value={file.progress} of={100} label={t('export.progress', { name: file.name })} />}
      </span>
      {file.status === 'ready' && (
        <Button look="bare" icon={<IconDownload {...ICON} />} onClick={() => fetchFile(file)}>
          {t('export.download')}
          <span className="visually-hidden"> {file.name}</span>
        </Button>
      )}
      {file.status === 'failed' && (
        <Button look="bare" onClick={onAgain}>
          {t('export.again')}
        </Button>
      )}
    </li>
  )
}
