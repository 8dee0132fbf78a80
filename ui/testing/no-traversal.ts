// happy-dom loads the whole page anew for a step in the history, which ends the test. The journeys step in a real browser.
// Tests of the node environment have no history.
if (typeof history !== 'undefined') history.go = () => undefined
