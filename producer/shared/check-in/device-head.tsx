import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { type Icon, IconDeviceMobile, IconDeviceMobileOff } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'

interface DeviceHeadProps {
  /** `bad`: out of reach. */
  readonly tone: 'bad' | 'quiet' | 'accent'
  readonly name: string
  /** What the manager called it, where its helper has a name. */
  readonly label?: string | null
  readonly gate: string | null
  readonly facts: ComponentProps<typeof Pieces>['pieces']
  /** Default: a phone. */
  readonly sign?: Icon
  /** More of it, below. */
  readonly children?: ReactNode
}

/** Sign, name, gate and facts of a device: the first two columns of its row. */
export function DeviceHead({ tone, name, label = null, gate, facts, sign, children }: DeviceHeadProps) {
  const Sign = sign ?? (tone === 'bad' ? IconDeviceMobileOff : IconDeviceMobile)
  return (
    <>
      <GlyphTile tone={tone}>
        <Sign size={20} stroke={1.75} aria-hidden />
      </GlyphTile>
      <div>
        <h3>
          <UserText>{name}</UserText>
        </h3>
        <p>
          <Pieces
            pieces={[
              label !== null && <UserText key="label">{label}</UserText>,
              gate !== null && <UserText key="gate">{gate}</UserText>,
              ...facts,
            ]}
          />
        </p>
        {children}
      </div>
    </>
  )
}
