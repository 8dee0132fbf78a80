import { useCallback, useState } from 'react'

// The torch is in the standard of image capture, which the types of the DOM do not carry.
interface Torchlike {
  readonly torch?: boolean
}

const hasTorch = (track: MediaStreamTrack): boolean =>
  'getCapabilities' in track && (track.getCapabilities() as Torchlike).torch === true

export interface Torch {
  /** Undefined where the camera has none. */
  readonly torch: boolean | undefined
  readonly setTrack: (track: MediaStreamTrack | undefined) => void
  readonly toggle: () => void
}

/** The light of the running camera. */
export const useTorch = (): Torch => {
  const [track, keepTrack] = useState<MediaStreamTrack>()
  const [isOn, setIsOn] = useState(false)
  const setTrack = useCallback((next: MediaStreamTrack | undefined) => {
    keepTrack(next && hasTorch(next) ? next : undefined)
    setIsOn(false)
  }, [])
  const toggle = () => {
    const constraint: MediaTrackConstraintSet & Torchlike = { torch: !isOn }
    track?.applyConstraints({ advanced: [constraint] }).then(
      () => setIsOn(!isOn),
      () => setTrack(undefined),
    )
  }
  return { torch: track === undefined ? undefined : isOn, setTrack, toggle }
}
