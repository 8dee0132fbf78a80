import { createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { companyRoutes } from './company-routes.ts'
import type { AppContext } from './guards.ts'
import { ErrorScreen } from './error-screen.tsx'
import { gateRoutes } from './gate-routes.ts'
import {
  empty,
  main,
  member,
  opening,
  outside,
  page,
  person,
  root,
  redirectTo,
  signedIn,
  tool,
  visitor,
  workshop,
} from './layouts.ts'
import { guardNewPages } from './guard-new-pages.ts'
import { watchSteps } from '../shared/new-event.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { withTexts } from './with-texts.ts'
import { createStep, createType, editStep, EVENT, recordVisit, unknownStep } from './wizard-routes.ts'

const step = (current: number, total = 4) => ({ current, total })

const oldTeamRedirect = redirectTo('/user-management', '/settings/user-management')
const summaryRedirect = redirectTo(`${EVENT}/summary`, `${EVENT}/summery`)

const routes = root.addChildren([
  empty.addChildren([
    outside(
      '/login',
      lazyRouteComponent(() => import('../features/auth/login-screen.tsx'), 'LoginScreen'),
      { title: 'login' },
    ),
    outside(
      '/login-verify-code',
      lazyRouteComponent(() => import('../features/auth/verify-screen.tsx'), 'VerifyScreen'),
      { title: 'verify' },
    ),
    outside(
      '/join',
      lazyRouteComponent(() => import('../features/auth/join-screen.tsx'), 'JoinScreen'),
      { title: 'join' },
    ),
    ...gateRoutes,
  ]),
  workshop.addChildren([
    tool(
      '/create-event/seats/editor',
      lazyRouteComponent(
        () => withTexts(import('../features/seat-maps/map-editor-screen.tsx'), 'seat-maps'),
        'SeatsEditorScreen',
      ),
      { title: 'seats_editor', back: '/venue-templates', needs: 'venue.edit' },
    ),
    tool(
      '/create-event/area-editor',
      lazyRouteComponent(
        () => withTexts(import('../features/seat-maps/map-editor-screen.tsx'), 'seat-maps'),
        'AreaEditorScreen',
      ),
      { title: 'area_editor', back: '/venue-templates', needs: 'venue.edit' },
    ),
    tool(
      `${EVENT}/board`,
      lazyRouteComponent(() => import('../features/board/board-screen.tsx'), 'BoardScreen'),
      { title: 'gate_board', back: EVENT, needs: 'gate.board' },
    ),
  ]),
  main.addChildren([
    visitor(
      '/auth',
      lazyRouteComponent(() => import('../features/auth/auth-screen.tsx'), 'AuthScreen'),
      { title: 'auth' },
    ),
    visitor(
      '/register',
      lazyRouteComponent(() => import('../features/auth/sign-up-screen.tsx'), 'SignUpScreen'),
      { title: 'register' },
    ),
    signedIn.addChildren([
      person(
        '/welcome',
        lazyRouteComponent(() => import('../features/welcome/welcome-screen.tsx'), 'WelcomeScreen'),
        { title: 'welcome' },
      ),
      opening(
        '/create-account/company-details',
        lazyRouteComponent(() => import('../features/signup/company-details-screen.tsx'), 'CompanyDetailsScreen'),
        { title: 'company_details', step: step(1), back: '/welcome' },
      ),
      opening(
        '/create-account/bank-details',
        lazyRouteComponent(() => import('../features/signup/bank-details-screen.tsx'), 'BankDetailsScreen'),
        { title: 'bank_details', step: step(2), back: '/create-account/company-details' },
      ),
      opening(
        '/create-account/terms-of-use',
        lazyRouteComponent(() => import('../features/signup/terms-screen.tsx'), 'TermsScreen'),
        { title: 'terms', step: step(3), back: '/create-account/bank-details' },
      ),
      opening(
        '/create-account/success',
        lazyRouteComponent(() => import('../features/signup/success-screen.tsx'), 'SuccessScreen'),
        { title: 'success', step: step(4) },
      ),
      member.addChildren([
        page(
          '/',
          lazyRouteComponent(() => import('../features/home/home-screen.tsx'), 'HomeScreen'),
          { title: 'home' },
        ),
        page(
          EVENT,
          lazyRouteComponent(() => import('../features/events/event-screen.tsx'), 'EventScreen'),
          { title: 'event', back: '/' },
        ),
        page(
          `${EVENT}/invites`,
          lazyRouteComponent(() => import('../features/invitations/invite-screen.tsx'), 'InviteScreen'),
          { title: 'invites', back: EVENT, tabs: 'event', needs: 'invitation.send' },
        ),
        page(
          `${EVENT}/invites-list`,
          lazyRouteComponent(() => import('../features/invitations/invites-list-screen.tsx'), 'InvitesListScreen'),
          { title: 'invites_list', back: EVENT, tabs: 'event', needs: 'invitation.list' },
        ),
        page(
          `${EVENT}/waiting-list`,
          lazyRouteComponent(() => import('../features/waiting-list/waiting-list-screen.tsx'), 'WaitingListScreen'),
          { title: 'waiting_list', back: EVENT, needs: 'order.list' },
        ),
        page(
          `${EVENT}/sold-tickets`,
          lazyRouteComponent(() => import('../features/orders/sold-tickets-screen.tsx'), 'SoldTicketsScreen'),
          { title: 'sold_tickets', back: EVENT, tabs: 'event', needs: 'order.list' },
        ),
        page(
          `${EVENT}/refunds`,
          lazyRouteComponent(() => import('../features/refunds/refunds-screen.tsx'), 'RefundsScreen'),
          { title: 'refunds', back: EVENT, tabs: 'event', needs: 'payment.list' },
        ),
        page(
          `${EVENT}/summery`,
          lazyRouteComponent(() => import('../features/summary/summary-screen.tsx'), 'SummaryScreen'),
          { title: 'summary', back: EVENT, tabs: 'event', needs: 'report.read' },
        ),
        summaryRedirect,
        page(
          `${EVENT}/scan-tickets`,
          lazyRouteComponent(() => import('../features/scan/scan-screen.tsx'), 'ScanScreen'),
          { title: 'scan', back: EVENT },
        ),
        page(
          `${EVENT}/gate-ready`,
          lazyRouteComponent(() => import('../features/scan/ready-screen.tsx'), 'ReadyScreen'),
          { title: 'gate_ready', back: `${EVENT}/scan-tickets`, needs: 'ticket.scan' },
        ),
        page(
          `${EVENT}/gate-hub`,
          lazyRouteComponent(() => import('../features/scan/hub-screen.tsx'), 'HubScreen'),
          { title: 'gate_hub', back: `${EVENT}/scan-tickets`, needs: 'ticket.override_lane' },
        ),
        page(
          `${EVENT}/gate-devices`,
          lazyRouteComponent(() => import('../features/gate/devices-screen.tsx'), 'GateDevicesScreen'),
          { title: 'gate_devices', back: `${EVENT}/scan-tickets`, needs: 'gate.devices' },
        ),
        page(
          `${EVENT}/images`,
          lazyRouteComponent(() => import('../features/events/images-screen.tsx'), 'ImagesScreen'),
          { title: 'images', back: EVENT, tabs: 'event', needs: 'image.edit' },
        ),
        page(
          `${EVENT}/tickets`,
          lazyRouteComponent(() => import('../features/tickets/ticket-list-screen.tsx'), 'TicketListScreen'),
          { title: 'tickets', back: EVENT, tabs: 'event', needs: 'ticket_type.list' },
        ),
        page(
          `${EVENT}/seating`,
          lazyRouteComponent(() => import('../features/seating/seating-screen.tsx'), 'SeatingScreen'),
          { title: 'seating', back: EVENT, tabs: 'event', needs: 'event.edit' },
        ),
        page(
          `${EVENT}/hall`,
          lazyRouteComponent(() => import('../features/seating/hall-screen.tsx'), 'HallScreen'),
          { title: 'hall', back: `${EVENT}/seating`, tabs: 'event', needs: 'event.edit' },
        ),
        page(
          `${EVENT}/seating/change`,
          lazyRouteComponent(() => import('../features/seating/change-screen.tsx'), 'SeatingChangeScreen'),
          { title: 'seating_change', back: `${EVENT}/seating`, tabs: 'event', needs: 'event.edit' },
        ),
        page(
          `${EVENT}/tickets/create`,
          lazyRouteComponent(() => import('../features/tickets/ticket-edit-screen.tsx'), 'TicketEditScreen'),
          { title: 'ticket_create', back: `${EVENT}/tickets`, needs: 'ticket_type.edit' },
        ),
        page(
          `${EVENT}/tickets/$ticket_uuid`,
          lazyRouteComponent(() => import('../features/tickets/ticket-edit-screen.tsx'), 'TicketEditScreen'),
          { title: 'ticket_edit', back: `${EVENT}/tickets`, needs: 'ticket_type.edit' },
        ),
        page(
          `${EVENT}/coupons`,
          lazyRouteComponent(() => import('../features/coupons/coupon-list-screen.tsx'), 'CouponListScreen'),
          { title: 'coupons', back: EVENT, tabs: 'event', needs: 'coupon.list' },
        ),
        page(
          `${EVENT}/coupons/create`,
          lazyRouteComponent(() => import('../features/coupons/coupon-edit-screen.tsx'), 'CouponEditScreen'),
          { title: 'coupon_create', back: `${EVENT}/coupons`, needs: 'coupon.edit' },
        ),
        page(
          `${EVENT}/coupons/$coupon_uuid`,
          lazyRouteComponent(() => import('../features/coupons/coupon-edit-screen.tsx'), 'CouponEditScreen'),
          { title: 'coupon_edit', back: `${EVENT}/coupons`, needs: 'coupon.edit' },
        ),
        editStep('setup'),
        editStep('location'),
        editStep('time'),
        editStep('forms'),
        editStep('description'),
        page(
          '/forms',
          lazyRouteComponent(() => import('../features/forms/form-list-screen.tsx'), 'FormListScreen'),
          { title: 'forms', back: '/', needs: 'form.list' },
        ),
        page(
          '/forms/create',
          lazyRouteComponent(() => import('../features/forms/form-edit-screen.tsx'), 'FormEditScreen'),
          { title: 'form_create', back: '/forms', needs: 'form.edit' },
        ),
        page(
          '/forms/$uuid',
          lazyRouteComponent(() => import('../features/forms/form-edit-screen.tsx'), 'FormEditScreen'),
          { title: 'form_edit', back: '/forms', needs: 'form.edit' },
        ),
        page(
          '/venues',
          lazyRouteComponent(() => import('../features/venues/venue-list-screen.tsx'), 'VenueListScreen'),
          { title: 'venues', back: '/', tabs: 'venues', needs: 'venue.list' },
        ),
        page(
          '/venue-templates',
          lazyRouteComponent(() => import('../features/seat-maps/seat-maps-screen.tsx'), 'SeatMapsScreen'),
          { title: 'venue_templates', back: '/', tabs: 'venues', needs: 'venue.edit' },
        ),
        createType,
        createStep('setup'),
        createStep('location'),
        createStep('time'),
        createStep('forms'),
        createStep('description'),
        unknownStep,
        ...(['tickets', 'seats'] as const).map((type) =>
          page(
            `/create-event/${type}/success/$uuid`,
            lazyRouteComponent(() => import('../features/wizard/created-screen.tsx'), 'CreatedScreen'),
            { title: 'created', needs: 'event.create' },
          ),
        ),
        page(
          '/profile',
          lazyRouteComponent(() => import('../features/profile/profile-screen.tsx'), 'ProfileScreen'),
          { title: 'profile', back: '/' },
        ),
        page(
          '/user-profile',
          lazyRouteComponent(() => import('../features/profile/user-profile-screen.tsx'), 'UserProfileScreen'),
          { title: 'user_profile', back: '/' },
        ),
        ...companyRoutes,
        page(
          '/settings/user-management',
          lazyRouteComponent(() => import('../features/team/user-management-screen.tsx'), 'UserManagementScreen'),
          { title: 'user_management', back: '/' },
        ),
        oldTeamRedirect,
        page(
          '/add-user',
          lazyRouteComponent(() => import('../features/team/add-user-screen.tsx'), 'AddUserScreen'),
          { title: 'add_user', back: '/settings/user-management' },
        ),
        page(
          '/cashier',
          lazyRouteComponent(() => import('../features/box-office/box-office-screen.tsx'), 'BoxOfficeScreen'),
          { title: 'cashier', back: '/' },
        ),
        page(
          '/reports',
          lazyRouteComponent(() => import('../features/reports/reports-screen.tsx'), 'ReportsScreen'),
          { title: 'reports', back: '/' },
        ),
        page(
          '/money/$',
          lazyRouteComponent(() => import('../features/money/money-screen.tsx'), 'MoneyScreen'),
          { title: 'money', needs: 'report.account' },
        ),
        page(
          '/archived-event/$id',
          lazyRouteComponent(() => import('../features/reports/archived-event-screen.tsx'), 'ArchivedEventScreen'),
          { title: 'archived_event', back: '/reports' },
        ),
      ]),
    ]),
  ]),
])

export const createAppRouter = (context: AppContext) => {
  const router = createRouter({
    routeTree: routes,
    context,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingComponent: ScreenSkeleton,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
  })
  watchSteps(router.history)
  guardNewPages(router.history)
  router.subscribe('onResolved', ({ toLocation }) => {
    recordVisit(toLocation.pathname, router.history)
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
