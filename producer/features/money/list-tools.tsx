import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '../../shared/export-button.tsx'
import style from './money.module.css'

interface Props {
  /** The search box. */
  readonly children: ReactNode
  /** The field that narrows the list, where it has only one. */
  readonly filter?: ReactNode
  /** Rows of the list; undefined while it loads. Without any there is nothing to download. */
  readonly total: number | undefined
  /** Whether a search or a filter narrows the list, and its file with it. */
  readonly isFiltered: boolean
  /** Reads the spreadsheet of what is listed. */
  readonly read: () => Promise<Blob>
  /** Of the file, without its extension. */
  readonly file: string
}

/** Above a list of the money area: how to find rows, and the spreadsheet of those that are found. */
export function ListTools({ children, filter, total = 0, isFiltered, read, file }: Props) {
  const { t } = useTranslation('money')
  return (
    <div className={style.tools}>
      {children}
      {filter && <div className={style.filter}>{filter}</div>}
      {total > 0 && (
        <ExportButton read={read} name={file}>
          {t(isFiltered ? 'export_found' : 'export')}
        </ExportButton>
      )}
    </div>
  )
}
