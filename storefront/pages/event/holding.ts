// What a buyer's first step needs, loaded at the first choice: the page before it needs to be light.
export { cartProblem } from './cart-problem.ts'
export { placeHold } from './place-hold.ts'
