/**
 * Factory of gas pumps (packages/chains/contracts/GasPump.sol), at one address on all EVM chains: that of CREATE2 for
 * its code, deployed by the deterministic deployment proxy with the salt 0. A test compares it with the compiled code.
 * Once it is deployed anywhere, it stays: with another factory, every precalculated address would be another one.
 */
export const GAS_PUMP_FACTORY = '0x3ffb2d25Ff508dB22f22fbf1f93bA5CE2B89B523'
