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
import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";

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
    /// The lists are not of one length.
    error Mismatch();

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
        _transfer(token, kind, to, amount, tokenId);
    }

    /// Many transfers in the given order: all of them or none.
    function transferBatch(
        address[] calldata tokens,
        uint256[] calldata kinds,
        address payable[] calldata to,
        uint256[] calldata amounts,
        uint256[] calldata tokenIds
    ) external onlyOwner {
        uint256 count = tokens.length;
        if (kinds.length != count || to.length != count || amounts.length != count || tokenIds.length != count) {
            revert Mismatch();
        }
        for (uint256 i = 0; i < count; ++i) {
            _transfer(tokens[i], kinds[i], to[i], amounts[i], tokenIds[i]);
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

    function _transfer(address token, uint256 kind, address payable to, uint256 amount, uint256 tokenId) internal virtual {
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
}

/// Makes gas pumps, at addresses that are known before: of an owner and an index. Anybody may pay for it: what is made is
/// the owner's all the same.
contract GasPumpFactory {
    /// Indexes below it are chosen by callers; those from it on count what `create` has made.
    uint256 private constant CREATED = 1 << 255;

    address public immutable implementation;
    /// How many `create` has made for an owner.
    mapping(address owner => uint256) public created;

    /// The first byte of what CREATE2 hashes: 0xff (EIP-1014), 0x41 on TRON.
    bytes1 private immutable _prefix;

    error NoOwner();
    error IndexTooHigh(uint256 index);
    error UnknownAddresses();

    event Activated(address wallet, uint256 index);
    /// It was there before, and stays as it is.
    event Existing(address wallet, uint256 index);
    event Created(address wallet);

    /// Finds out how the chain makes addresses.
    constructor() {
        address made = address(new GasPump{salt: 0}());
        bytes32 codeHash = keccak256(type(GasPump).creationCode);
        if (made == _addressWith(0xff, 0, codeHash)) _prefix = 0xff;
        else if (made == _addressWith(0x41, 0, codeHash)) _prefix = 0x41;
        else revert UnknownAddresses();
        implementation = made;
    }

    /// Of the indexes from `from` to `to`, those that are not there yet.
    function activate(address owner, uint256 from, uint256 to) external {
        if (to >= CREATED) revert IndexTooHigh(to);
        (bytes memory code, bytes32 codeHash) = _codeOf(owner);
        for (uint256 index = from; index <= to; ++index) {
            address wallet = _addressWith(_prefix, bytes32(index), codeHash);
            if (wallet.code.length == 0) {
                Create2.deploy(0, bytes32(index), code);
                emit Activated(wallet, index);
            } else {
                emit Existing(wallet, index);
            }
        }
    }

    /// New ones of the caller, whatever indexes are activated.
    function create(uint256 count) external {
        _create(msg.sender, count);
    }

    function createFor(address owner, uint256 count) external {
        _create(owner, count);
    }

    function addressOf(address owner, uint256 index) external view returns (address) {
        (, bytes32 codeHash) = _codeOf(owner);
        return _addressWith(_prefix, bytes32(index), codeHash);
    }

    function _create(address owner, uint256 count) private {
        (bytes memory code,) = _codeOf(owner);
        uint256 next = created[owner];
        created[owner] = next + count;
        for (uint256 i = 0; i < count; ++i) {
            emit Created(Create2.deploy(0, bytes32(CREATED + next + i), code));
        }
    }

    /// The clone (EIP-1167) with the owner behind it, as `Clones.fetchCloneArgs` reads it.
    function _codeOf(address owner) internal view virtual returns (bytes memory code, bytes32 codeHash) {
        if (owner == address(0)) revert NoOwner();
        code = abi.encodePacked(
            hex"6100413d81600a3d39f3363d3d373d3d3d363d73", implementation, hex"5af43d82803e903d91602b57fd5bf3", owner
        );
        codeHash = keccak256(code);
    }

    function _addressWith(bytes1 prefix, bytes32 salt, bytes32 codeHash) private view returns (address) {
        return address(uint160(uint256(keccak256(abi.encodePacked(prefix, address(this), salt, codeHash)))));
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
