import { lazyRouteComponent } from '@tanstack/react-router'
import { atGate, gateEntry, gatePhone, joining, outside } from './layouts.ts'

/** Pages of a phone that scans without an account. */
export const gateRoutes = [
  gateEntry,
  joining(
    '/gate/join',
    lazyRouteComponent(() => import('../features/gate/join-screen.tsx'), 'GateJoinScreen'),
    { title: 'gate_join' },
  ),
  outside(
    '/gate/ended',
    lazyRouteComponent(() => import('../features/gate/ended-screen.tsx'), 'GateEndedScreen'),
    { title: 'gate_ended' },
  ),
  gatePhone.addChildren([
    atGate(
      '/gate/ready',
      lazyRouteComponent(() => import('../features/scan/ready-screen.tsx'), 'GateReadyScreen'),
      { title: 'gate_ready' },
    ),
    atGate(
      '/gate/scan',
      lazyRouteComponent(() => import('../features/scan/gate-scan-screen.tsx'), 'GateScanScreen'),
      { title: 'scan', back: '/gate/ready' },
    ),
    atGate(
      '/gate/board',
      lazyRouteComponent(() => import('../features/board/board-screen.tsx'), 'GateBoardScreen'),
      { title: 'gate_board', back: '/gate/scan' },
    ),
    atGate(
      '/gate/hub',
      lazyRouteComponent(() => import('../features/scan/hub-screen.tsx'), 'GateHubScreen'),
      { title: 'gate_hub', back: '/gate/ready' },
    ),
  ]),
] as const
