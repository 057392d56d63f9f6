// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {GasPump, GasPumpFactory} from "./GasPump.sol";

/// A gas pump for TRON, where USDT answers `false` to a `transfer` that it makes. An answer other than `true` counts
/// when the tokens have left.
contract TronGasPump is GasPump {
    function _transfer(address token, uint256 kind, address payable to, uint256 amount, uint256 tokenId)
        internal
        override
    {
        if (kind != 0) return super._transfer(token, kind, to, amount, tokenId);
        uint256 before = IERC20(token).balanceOf(address(this));
        bytes memory answer = Address.functionCall(token, abi.encodeCall(IERC20.transfer, (to, amount)));
        if (answer.length == 0 || (answer.length >= 32 && abi.decode(answer, (uint256)) == 1)) return;
        if (before - IERC20(token).balanceOf(address(this)) != amount) {
            revert SafeERC20.SafeERC20FailedOperation(token);
        }
    }
}

/// Makes pumps of that kind. `implementation` is that of other chains, and is not used.
contract TronGasPumpFactory is GasPumpFactory {
    address public immutable tronImplementation = address(new TronGasPump{salt: 0}());

    function _codeOf(address owner) internal view override returns (bytes memory code, bytes32 codeHash) {
        if (owner == address(0)) revert NoOwner();
        code = abi.encodePacked(
            hex"6100413d81600a3d39f3363d3d373d3d3d363d73",
            tronImplementation,
            hex"5af43d82803e903d91602b57fd5bf3",
            owner
        );
        codeHash = keccak256(code);
    }
}
