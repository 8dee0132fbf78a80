import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconDeviceMobile, IconDeviceMobileOff } from '@tabler/icons-react'

interface DeviceHeadProps {
  /** `bad`: out of reach. */
  readonly tone: 'bad' | 'quiet' | 'accent'
  readonly name: string
  readonly gate: string | null
  readonly fact: string
}

/** Sign, name, gate and one fact more of a device. */
export function DeviceHead({ tone, name, gate, fact }: DeviceHeadProps) {
  const Sign = tone === 'bad' ? IconDeviceMobileOff : IconDeviceMobile
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
          <Pieces pieces={[gate !== null && <UserText key="gate">{gate}</UserText>, fact]} />
        </p>
      </div>
    </>
  )
}
