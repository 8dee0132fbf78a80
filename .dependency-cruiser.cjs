// Who may import whom. Every message names the alternative; docs/ARCHITECTURE.md has the table.
// The modules of the server in dependency order, by area: a module may use only the ones before it.
const MODULES = [
  'people/auth',
  'people/attachments',
  'people/accounts',
  'people/consents',
  'catalogue/forms',
  'catalogue/venues',
  'catalogue/events',
  'catalogue/ticket-types',
  'payments/payments',
  'selling/inventory',
  'selling/coupons',
  'selling/orders',
  'selling/ticketing',
  'selling/order-management',
  'selling/waiting-room',
  'selling/checkout',
  'selling/invitations',
  'selling/box-office',
  'check-in/admission',
  'settling/payouts',
  'settling/reports',
  'integrations/data-rights',
]

/** A package may import only the packages listed. Tests may import any package. */
const boundary = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: {
    path: '^(domain|i18n|seat-map|contract|ui|server|producer|storefront|simulators|demo|testing|e2e|bench)/',
    pathNot: allowed,
  },
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other belong in one file, or need a third.',
      from: {},
      to: { circular: true },
    },
    boundary(
      'domain-imports-nothing',
      '^domain/',
      ['^domain/'],
      'domain holds rules only: pass what it needs as plain data.',
    ),
    boundary('i18n-imports-domain', '^i18n/', ['^(i18n|domain)/'], 'i18n holds messages: take values as arguments.'),
    boundary('seat-map-model', '^seat-map/model/', ['^seat-map/model/', '^domain/'], 'the seat map model is pure.'),
    boundary(
      'seat-map-viewer',
      '^seat-map/viewer/',
      ['^seat-map/(model|viewer)/'],
      'the viewer renders a model and nothing else.',
    ),
    boundary(
      'seat-map-editor',
      '^seat-map/editor/',
      ['^seat-map/', '^ui/'],
      'the editor uses the viewer, the model and ui.',
    ),
    boundary(
      'contract-is-shared',
      '^contract/',
      ['^(contract|domain)/', '^seat-map/model/'],
      'the contract is shared by server and browsers: it imports neither.',
    ),
    boundary(
      'ui-is-shared',
      '^ui/',
      ['^(ui|i18n|domain)/'],
      'components take data as props: move what needs the API to a feature.',
    ),
    boundary(
      'platform-is-below',
      '^server/platform/',
      ['^server/platform/', '^(domain|contract|i18n)/'],
      'the platform is below the modules: pass it a function when it is built.',
    ),
    boundary(
      'producer-boundary',
      '^producer/',
      ['^(producer|contract|domain|i18n|ui|seat-map)/'],
      'the producer app uses the server through the contract only.',
    ),
    boundary(
      'storefront-boundary',
      '^storefront/',
      ['^(storefront|contract|domain|i18n|ui|seat-map)/'],
      'the sale site uses the server through the contract only.',
    ),
    boundary(
      'testing-from-outside',
      '^testing/',
      ['^(testing|simulators|contract|domain|i18n)/'],
      'testing uses the product from outside: pass what differs between e2e and bench as an argument.',
    ),
    boundary(
      'e2e-from-outside',
      '^e2e/',
      ['^(e2e|testing|simulators|contract|domain|i18n)/'],
      'journeys use the product from outside: contract client and operator commands; what bench shares goes to testing.',
    ),
    boundary(
      'bench-from-outside',
      '^bench/',
      ['^(bench|testing|simulators|contract|domain|i18n)/'],
      'benchmarks use the product from outside: contract client and operator commands; what e2e shares goes to testing.',
    ),
    boundary(
      'simulators-are-outside',
      '^simulators/',
      ['^(simulators|contract|domain|i18n|ui)/'],
      'a simulator stands for a service of somebody else: it takes a database handle and a clock as arguments.',
    ),
    boundary(
      'demo-acts-as-a-producer',
      '^demo/',
      ['^(demo|contract|domain|i18n)/', '^server/(modules/[^/]+/[^/]+/index|platform/.+)\\.ts$'],
      'demo data is made through the public APIs of the modules.',
    ),
    {
      name: 'demo-imports-server-once',
      severity: 'error',
      comment: 'demo/server.ts is the only file of the demo that imports the server.',
      from: { path: '^demo/', pathNot: ['^demo/server\\.ts$', '\\.test\\.ts$'] },
      to: { path: '^server/' },
    },
    {
      name: 'server-without-simulators-and-demo',
      severity: 'error',
      comment: 'the product runs without simulators and demo data: only a sandbox and the demo loader import them.',
      from: {
        path: '^server/',
        pathNot: [
          '\\.test\\.ts$',
          '^server/testing/',
          '/gateways/[^/]+/sandbox\\.ts$',
          '^server/(commands/)?demo\\.ts$',
        ],
      },
      to: { path: '^(simulators|demo)/' },
    },
    {
      name: 'features-are-independent',
      severity: 'error',
      comment: 'a feature never imports a feature: move the shared piece to producer/shared.',
      from: { path: '^producer/features/([^/]+)/' },
      to: { path: '^producer/features/', pathNot: '^producer/features/$1/' },
    },
    {
      name: 'shared-is-below',
      severity: 'error',
      comment: 'shared may not know features or app.',
      from: { path: '^(producer|storefront)/shared/' },
      to: { path: '^(producer|storefront)/(features|pages|app)/' },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      comment: 'app composes features, never the other way.',
      from: { path: '^producer/features/' },
      to: { path: '^producer/app/' },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      comment: 'testing is for tests.',
      from: { path: '^server/', pathNot: ['\\.test\\.ts$', '^server/testing/'] },
      to: { path: '^server/testing/' },
    },
    ...MODULES.flatMap((name, place) => [
      {
        name: `module-${name.replace('/', '-')}-public-api`,
        severity: 'error',
        comment: `use ${name} through its public API, server/modules/${name}/index.ts.`,
        from: { path: '^server/', pathNot: [`^server/modules/${name}/`, '\\.test\\.ts$', '^server/testing/'] },
        to: { path: `^server/modules/${name}/`, pathNot: `^server/modules/${name}/index\\.ts$` },
      },
      {
        name: `module-${name.replace('/', '-')}-order`,
        severity: 'error',
        comment:
          'a module may use only modules before it: pass a function when it is built, or move the action to the later module.',
        from: { path: `^server/modules/${name}/`, pathNot: '\\.test\\.ts$' },
        to: { path: `^server/modules/(${MODULES.slice(place + 1).join('|') || 'none'})/` },
      },
    ]),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|data|screens)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
