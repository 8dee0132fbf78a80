import { descriptionOf, endOfDescription, type PairingCode, writePairingCode } from '@kartis/domain/hub-pairing.ts'

/** One Wi-Fi without internet: no server helps two devices to find each other. */
const NO_SERVERS: RTCConfiguration = { iceServers: [] }
/** Addresses are there within milliseconds; a slow one is not worth waiting for. */
const GATHER_MS = 2000

/** Browsers hide addresses behind `.local` names, which many networks do not resolve, until the camera is open. */
const withCamera = async <T>(work: () => Promise<T>): Promise<T> => {
  let stream: MediaStream | undefined
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  } catch {
    // without a camera the hidden names are tried
  }
  try {
    return await work()
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
}

const gathered = (connection: RTCPeerConnection): Promise<void> =>
  new Promise((resolve) => {
    if (connection.iceGatheringState === 'complete') return resolve()
    const timer = setTimeout(resolve, GATHER_MS)
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return
      clearTimeout(timer)
      resolve()
    })
  })

type Of = Pick<PairingCode, 'event' | 'hub' | 'pairing'>

/** The text of this side's QR. Throws where the browser found no address. */
const codeOf = async (connection: RTCPeerConnection, kind: PairingCode['kind'], of: Of): Promise<string> => {
  const make = kind === 'offer' ? connection.createOffer() : connection.createAnswer()
  await withCamera(async () => {
    await connection.setLocalDescription(await make)
    await gathered(connection)
  })
  const end = endOfDescription(connection.localDescription?.sdp ?? '')
  if (!end || end.addresses.length === 0) throw new Error('no address')
  return writePairingCode({ ...of, ...end, kind })
}

/** A channel to the other device, once it is open. */
export interface HubChannel {
  readonly send: (text: string) => void
  readonly close: () => void
}

export interface HubChannelEvents {
  readonly onOpen: (channel: HubChannel) => void
  readonly onMessage: (text: string) => void
  /** It will not open again. */
  readonly onClose: () => void
}

/** Ends a connection once, by itself where it fails, also before it was ever there. */
const endOf = (connection: RTCPeerConnection, onClose: () => void): (() => void) => {
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    connection.close()
    onClose()
  }
  connection.addEventListener('connectionstatechange', () => {
    if (connection.connectionState === 'failed' || connection.connectionState === 'closed') end()
  })
  return end
}

const follow = (channel: RTCDataChannel, end: () => void, events: HubChannelEvents): void => {
  let isOpen = false
  const open = () => {
    // Chromium says so once more of a channel that arrived open.
    if (isOpen) return
    isOpen = true
    events.onOpen({
      send: (text) => {
        // What cannot be sent is not answered, and decided without the other side.
        if (channel.readyState === 'open') channel.send(text)
      },
      close: end,
    })
  }
  channel.addEventListener('open', open)
  channel.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') events.onMessage(data)
  })
  channel.addEventListener('close', end)
  if (channel.readyState === 'open') open()
}

/** The hub's side of one pairing: its code, and what takes the phone's. */
export const offerToPhone = async (of: Of, events: HubChannelEvents) => {
  const connection = new RTCPeerConnection(NO_SERVERS)
  follow(connection.createDataChannel('kartis', { ordered: true }), endOf(connection, events.onClose), events)
  try {
    const code = await codeOf(connection, 'offer', of)
    return {
      code,
      accept: (answer: PairingCode) => connection.setRemoteDescription({ type: 'answer', sdp: descriptionOf(answer) }),
      cancel: () => connection.close(),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** The phone's side: the code that the hub has to read. */
export const answerHub = async (offer: PairingCode, events: HubChannelEvents) => {
  const connection = new RTCPeerConnection(NO_SERVERS)
  const end = endOf(connection, events.onClose)
  connection.addEventListener('datachannel', ({ channel }) => follow(channel, end, events))
  try {
    await connection.setRemoteDescription({ type: 'offer', sdp: descriptionOf(offer) })
    const code = await codeOf(connection, 'answer', offer)
    return { code, cancel: () => connection.close() }
  } catch (error) {
    connection.close()
    throw error
  }
}
