// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC1155} from "@openzeppelin/contracts/token/ERC1155/IERC1155.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// An address that holds assets, and does with them what its owner says, who pays the gas. It is used through clones
/// only, which carry their owner in their code: there is nothing to initialise, and nothing to be taken over.
contract GasPump is ERC721Holder, ERC1155Holder {
    using SafeERC20 for IERC20;

    uint256 private constant FUNGIBLE = 0;
    uint256 private constant NON_FUNGIBLE = 1;
    uint256 private constant MULTI_TOKEN = 2;
    uint256 private constant NATIVE = 3;

    error NotOwner(address caller);
    error UnknownKind(uint256 kind);

    modifier onlyOwner() {
        if (msg.sender != owner()) revert NotOwner(msg.sender);
        _;
    }

    receive() external payable {}

    /// @param kind 0: ERC-20, 1: ERC-721, 2: ERC-1155, 3: the native coin, where `token` does not matter.
    /// @param amount Base units; does not matter for ERC-721.
    /// @param tokenId Matters for ERC-721 and ERC-1155.
    function transfer(address token, uint256 kind, address payable to, uint256 amount, uint256 tokenId)
        external
        onlyOwner
    {
        if (kind == FUNGIBLE) {
            IERC20(token).safeTransfer(to, amount);
        } else if (kind == NON_FUNGIBLE) {
            IERC721(token).safeTransferFrom(address(this), to, tokenId);
        } else if (kind == MULTI_TOKEN) {
            IERC1155(token).safeTransferFrom(address(this), to, tokenId, amount, "");
        } else if (kind == NATIVE) {
            Address.sendValue(to, amount);
        } else {
            revert UnknownKind(kind);
        }
    }

    /// Lets another move tokens from here.
    /// @param kind As for `transfer`, without the native coin. ERC-1155 knows only all or nothing: no amount takes
    /// the right away.
    function approve(address token, uint256 kind, address spender, uint256 amount, uint256 tokenId)
        external
        onlyOwner
    {
        if (kind == FUNGIBLE) {
            IERC20(token).forceApprove(spender, amount);
        } else if (kind == NON_FUNGIBLE) {
            IERC721(token).approve(spender, tokenId);
        } else if (kind == MULTI_TOKEN) {
            IERC1155(token).setApprovalForAll(spender, amount > 0);
        } else {
            revert UnknownKind(kind);
        }
    }

    function owner() public view returns (address) {
        return address(bytes20(Clones.fetchCloneArgs(address(this))));
    }
}

/// Makes gas pumps, at addresses that are known before: of an owner and an index. Anybody may pay for it.
contract GasPumpFactory {
    address public immutable implementation = address(new GasPump());

    error NoOwner();

    event Activated(address wallet);

    /// Of the indexes from `from` to `to`, those that are not there yet.
    function activate(address owner, uint256 from, uint256 to) external {
        if (owner == address(0)) revert NoOwner();
        bytes memory args = abi.encodePacked(owner);
        for (uint256 index = from; index <= to; ++index) {
            bytes32 salt = bytes32(index);
            address wallet = Clones.predictDeterministicAddressWithImmutableArgs(implementation, args, salt);
            if (wallet.code.length == 0) {
                Clones.cloneDeterministicWithImmutableArgs(implementation, args, salt);
                emit Activated(wallet);
            }
        }
    }

    function addressOf(address owner, uint256 index) external view returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(
            implementation, abi.encodePacked(owner), bytes32(index)
        );
    }
}

/// Deployed nowhere: run by `eth_call`, it answers how much gas it takes to activate so many gas pumps, on a chain that
/// may have no factory yet.
contract GasPumpMeter {
    constructor(address owner, uint256 count) {
        GasPumpFactory factory = new GasPumpFactory();
        uint256 before = gasleft();
        factory.activate(owner, 1, count);
        uint256 taken = before - gasleft();
        assembly ("memory-safe") {
            mstore(0, taken)
            return(0, 32)
        }
    }
}
